"""gatewayd(8) from what `gatewayd --experimental-dump-help` says: python3 manual.py VERSION DATE <help.json"""
import json
import re
import sys

FILES = [
    ("/etc/tripto-gateway/gateway.env", "The service's configuration: variables, one a line. Root's alone."),
    ("/etc/tripto-gateway/<port>.env", "What one of several gateways has of its own."),
    ("/var/lib/tripto-gateway", "The embedded archive and the token secret."),
    ("/usr/share/tripto-gateway/web", "The pages."),
    ("/usr/share/tripto-gateway/content", "The packages that are played."),
]
EXAMPLES = [
    ("gatewayd serve --listen 0.0.0.0:8080 --party", "Serve a game, and show its links and codes."),
    ("setpriv --reuid tripto-gateway --regid tripto-gateway --clear-groups gatewayd sessions --data-dir"
     " /var/lib/tripto-gateway", "List what the service has played."),
    ("systemctl enable --now tripto-gateway@8081 tripto-gateway@8082", "Two gateways behind a proxy."),
]


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\n".join("\\&" + line if line.startswith((".", "\\(aq")) else line for line in text.split("\n"))


def prose(text):
    """Typed code in bold."""
    pieces = re.split(r"`([^`]*)`", text)
    return "".join(
        f"\\fB{escaped(piece)}\\fR" if i % 2 else escaped(piece) for i, piece in enumerate(pieces)
    )


def term(argument):
    if argument["kind"] == "positional":
        return f"\\fI{escaped(argument['valueName'])}\\fR"
    names = ", ".join(
        f"\\fB{escaped(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR"
        for name in argument["names"]
    )
    return names if argument["kind"] == "flag" else f"{names} \\fI{escaped(argument['valueName'])}\\fR"


def options(command, skipped=()):
    for argument in command.get("arguments", []):
        name = argument.get("preferredName", {}).get("name")
        if not argument["shouldDisplay"] or name in skipped:
            continue
        yield ".TP"
        yield term(argument)
        default = f" (default: {argument['defaultValue']})" if "defaultValue" in argument else ""
        yield prose(argument.get("abstract", "") + default)


def page(program, version, date):
    name = program["commandName"]
    yield f'.TH {name.upper()} 8 "{date}" "{name} {version}" "System administration"'
    yield ".SH NAME"
    yield f"{name} \\- {escaped(program['abstract'].rstrip('.')[0].lower() + program['abstract'].rstrip('.')[1:])}"
    yield ".SH SYNOPSIS"
    yield f"\\fB{name}\\fR [\\fIcommand\\fR] [\\fIoption\\fR ...]"
    yield ".SH DESCRIPTION"
    yield "A TV shows the game, a host steers it from a phone or tablet, players join by QR code in a browser."
    yield "Without a command it serves. A line that names an environment variable in brackets can be set by"
    yield "that as well; the option wins."
    for command in program["subcommands"]:
        if command["commandName"] == "help":
            continue
        yield f".SH {name.upper()} {command['commandName'].upper()}"
        yield prose(command["abstract"])
        if command.get("discussion"):
            yield ".PP"
            yield prose(command["discussion"])
        yield from options(command, skipped=("help", "version"))
    yield ".SH OPTIONS OF ALL COMMANDS"
    yield from options(program)
    yield ".SH EXIT STATUS"
    codes = re.search(r"Exit codes: (.*)\.", program["discussion"], re.S).group(1)
    for code, meaning in re.findall(r"(\d+) (.*?)(?:, (?=\d)|$)", codes, re.S):
        yield f".TP\n{code}\n{prose(meaning)}"
    for heading, entries in (("FILES", FILES), ("EXAMPLES", EXAMPLES)):
        yield f".SH {heading}"
        for entry, meaning in entries:
            yield f".TP\n\\fB{escaped(entry)}\\fR\n{prose(meaning)}"


if __name__ == "__main__":
    print("\n".join(page(json.load(sys.stdin)["command"], *sys.argv[1:])))

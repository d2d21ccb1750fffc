// Stands in for a page that this browser can't run. Browsers of the last twelve years read it, so it is ES5 and takes nothing
// for granted. Those without modules load it as `nomodule`; for others a line in the page's HTML looks, once all has
// loaded, whether the modules have begun (strings.js notes it) and what came with the newest words is there.

(function () {
  "use strict";

  // A version that has Object.hasOwn reads all that the modules are written in. Nothing else tells: no policy of ours allows eval.
  var needs = [
    { sv: "JavaScript i moduler", en: "JavaScript in modules", isThere: "noModule" in document.createElement("script") },
    { sv: "JavaScript från 2021", en: "JavaScript of 2021", isThere: "hasOwn" in Object },
    { sv: "WebSocket (förbindelsen med spelet)", en: "WebSocket (the connection to the game)", isThere: "WebSocket" in window }
  ];
  var texts = {
    sv: {
      heading: "Den här webbläsaren klarar inte Tripto", lacks: "Den saknar:",
      broken: "Sidan kom inte fram hel", once: "Försök igen. Om det inte hjälper:", again: "Försök igen",
      advice: [
        "Uppdatera webbläsaren, eller ta en annan: Chrome, Edge eller Opera med Chromium 93, Safari 15.4, Firefox 92 eller nyare.",
        "En tv klarar det med en dator eller en tv-sticka i HDMI-uttaget.",
        "Öppna då:"
      ]
    },
    en: {
      heading: "This browser can’t run Tripto", lacks: "It lacks:",
      broken: "The page did not arrive whole", once: "Try again. If that is of no help:", again: "Try again",
      advice: [
        "Update the browser, or take another: Chrome, Edge or Opera with Chromium 93, Safari 15.4, Firefox 92 or newer.",
        "A television can do it with a computer or a streaming stick at its HDMI socket.",
        "Then open:"
      ]
    }
  };

  /** Adds an element with this text. */
  function add(parent, name, text) {
    var element = document.createElement(name);
    element.textContent = text;
    return parent.appendChild(element);
  }

  function tell(main, language, heading) {
    var section = add(main, "section", "");
    var said = texts[language];
    var list;
    var i;
    section.lang = language;
    add(section, heading, lacks.length > 0 ? said.heading : said.broken);
    add(section, "p", lacks.length > 0 ? said.lacks : said.once);
    if (lacks.length > 0) list = add(section, "ul", "");
    for (i = 0; i < lacks.length; i += 1) add(list, "li", lacks[i][language]);
    for (i = 0; i < said.advice.length; i += 1) add(section, "p", said.advice[i]);
    add(section, "p", address).className = "address";
  }

  // The page's address without what it may hold beside: a token is nobody else's to read off a screen.
  var address = location.protocol + "//" + location.host + (/^\/(tv|host|account|leaderboard)?/.exec(location.pathname) || "/")[0];
  var lacks = needs.filter(function (need) { return !need.isThere; });
  var main = document.createElement("main");
  var style = document.createElement("link");
  var again;
  var i;
  for (i = 0; i < document.styleSheets.length; i += 1) document.styleSheets[i].disabled = true;
  style.rel = "stylesheet";
  style.href = "/old/page.css";
  document.head.appendChild(style);
  tell(main, "sv", "h1");
  tell(main, "en", "h2");
  again = add(main, "button", "");
  add(again, "span", texts.sv.again).lang = "sv";
  again.appendChild(document.createTextNode(" · "));
  add(again, "span", texts.en.again).lang = "en";
  again.onclick = function () { location.reload(); };
  document.documentElement.lang = "sv";
  document.body.innerHTML = "";
  document.body.appendChild(main);
  again.focus();
  // A phone has it below the edge; what is said is read from its beginning.
  window.scrollTo(0, 0);
})();

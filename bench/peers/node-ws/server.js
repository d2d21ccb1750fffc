// The peer ws on node: /echo sends back what comes, /room sends it to everyone there.
//
// usage: node server.js PORT [CERT KEY]
"use strict";
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const { WebSocketServer } = require("ws");

const [port, certificate, key] = process.argv.slice(2);
const server = certificate
  ? https.createServer({
      cert: fs.readFileSync(certificate),
      key: fs.readFileSync(key),
      minVersion: "TLSv1.3",
      ciphers: "TLS_AES_128_GCM_SHA256",
    })
  : http.createServer();

// The set of members is the room's own: ws need not keep another.
const options = { noServer: true, perMessageDeflate: false, clientTracking: false };
const sockets = new WebSocketServer(options);
const members = new Set();

function echo(socket) {
  socket.on("message", (data, binary) => socket.send(data, { binary }));
}

function join(socket) {
  members.add(socket);
  socket.on("close", () => members.delete(socket));
  socket.on("message", (data, binary) => {
    for (const member of members) member.send(data, { binary });
  });
}

server.on("upgrade", (request, connection, head) => {
  sockets.handleUpgrade(request, connection, head, (socket) => {
    socket.on("error", () => socket.terminate());
    if (request.url === "/room") join(socket);
    else echo(socket);
  });
});
server.listen({ host: "127.0.0.1", port: Number(port), backlog: 4096 });

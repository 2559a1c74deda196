import type { Messages } from "../Messages.ts"
import { counted, listed } from "./common.ts"

export const reference: Messages["reference"] = {
  title: "API-Referenz",
  description: "Alle Aufrufe dieses Servers, aus seinen eigenen OpenAPI-Dokumenten.",
  documents: "Dokumente",
  app: "App-API als JSON",
  versioned: "Versionierte API als JSON",
  operations: "Operationen",
  find: "Operation suchen",
  foundN: ({ n }) => counted(n, "Operation", "Operationen"),
  none: "Keine Operation passt dazu",
  noneWhy: "Gesucht wird in Methoden, Pfaden, Namen und Kurzbeschreibungen.",
  clear: "Suche zurücksetzen",
  unknown: "Diese Operation gibt es nicht",
  unknownWhy:
    "Die Operation in der Adresse steht in keinem der Dokumente. Vielleicht gehört sie zu einer anderen Version des Servers.",
  all: "Alle Operationen anzeigen",
  choose: "Wählen Sie eine Operation",
  chooseWhy:
    "Zu jeder gibt es die Parameter, die Antworten und einen Befehl zum Kopieren, und sie lässt sich von hier mit Ihren eigenen Rechten senden. Programme senden dieselben Aufrufe mit einem API-Schlüssel.",
  open: "Erfordert keine Anmeldung.",
  anyone: "Erfordert eine Anmeldung oder einen Schlüssel, aber keine Berechtigung.",
  needs: "Erfordert",
  held: ({ name }) => `${name}: haben Sie`,
  lacking: ({ name }) => `${name}: fehlt Ihnen`,
  parameters: "Parameter",
  body: "Inhalt",
  request: "Inhalt der Anfrage",
  required: "erforderlich",
  optionalBody: "Der Inhalt kann entfallen.",
  answer: ({ status }) => `Antwort ${status}`,
  headers: "Header",
  empty: "Hat keinen Inhalt.",
  refusals: "Ablehnungen",
  refusalsWhy: "Programme unterscheiden nach dem Code. Zu jedem Code gibt es eine Seite, die sagt, was zu tun ist.",
  status: "Status",
  code: "Code",
  means: "Bedeutung",
  members: ({ name }) => `Eigenschaften von ${name}`,
  type: {
    any: "beliebiger Wert",
    arrayOf: ({ type }) => `Array von ${type}`,
    either: ({ types }) => new Intl.ListFormat("de", { type: "disjunction" }).format(types),
    other: "jeder andere Name"
  },
  command: "Als Befehl",
  curl: "curl",
  commandWhy:
    "Mit der Adresse dieses Servers. Setzen Sie für KEY einen API-Schlüssel oder das Token einer Sitzung ein.",
  send: {
    title: "Mit meinen Rechten senden",
    why: "Der Aufruf geht in Ihrem Namen an diesen Server. In der Adresse wird nichts davon gespeichert.",
    leftOut: "Ohne Angabe",
    missing: ({ names }) => `Füllen Sie zuerst aus: ${listed(names)}.`,
    privilege: ({ name }) => `Dafür ist die Berechtigung ${name} nötig, die Sie nicht haben.`,
    submit: ({ method }) => `${method} senden`,
    again: "Erneut senden",
    ask: ({ method }) => `Diese Anfrage (${method}) senden?`,
    real: "Das ist keine Probe: Der Server führt sie sofort mit Ihren Rechten aus, und im Audit-Log steht Ihr Name.",
    withBody: "Der Inhalt wird so gesendet, wie er im Formular steht."
  },
  answered: {
    title: "Antwort",
    line: ({ millis, reason, status }) => `${[status, reason].join(" ").trim()}, nach ${millis} ms`,
    headers: "Header der Antwort",
    body: "Inhalt der Antwort",
    cut: ({ n }) =>
      `Nur der Anfang (${counted(n, "Byte", "Bytes")}) wird angezeigt; mehr wurde nicht gelesen. Der Befehl oben holt die ganze Antwort.`,
    file: ({ n }) => `Eine Datei mit ${counted(n, "Byte", "Bytes")}. Sie wird hier nicht angezeigt.`,
    empty: "Die Antwort hat keinen Inhalt."
  }
}

import type { Messages } from "../Messages.ts"
import { counted, listed } from "./common.ts"
import { privileges } from "./privileges.ts"

type Summary = Parameters<Messages["keys"]["form"]["summary"]>[0]

const reachOf = ({ folders, forms }: Summary): string =>
  listed([
    ...(forms === 0 ? [] : [counted(forms, "Formular", "Formulare")]),
    ...(folders === 0 ? [] : [`den Inhalt von ${counted(folders, "Ordner", "Ordnern")}`])
  ])

const limitsOf = (summary: Summary): string => {
  const reach = reachOf(summary)
  const { networks, operations, requests } = summary
  const parts = [
    ...(reach === "" ? [] : [`für ${reach}`]),
    ...(operations === 0 ? [] : [`mit ${counted(operations, "Operation", "Operationen")}`]),
    ...(networks === 0 ? [] : [`aus ${counted(networks, "Netzwerk", "Netzwerken")}`]),
    ...(requests === undefined ? [] : [`höchstens ${counted(requests, "Mal", "Mal")} pro Minute`])
  ]
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`
}

const form: Messages["keys"]["form"] = {
  title: "Neuer API-Schlüssel",
  name: "Name",
  nameWhy: "Ein Schlüssel je System, nach ihm benannt.",
  nameExample: "Angebote auf der Website",
  purpose: "Wofür ist er?",
  presets: {
    file: "Berechnen und einreichen",
    read: "Einreichungen lesen",
    report: "Berichte",
    author: "Formulare aus einer Pipeline",
    other: "Auswählen"
  },
  privileges: "Berechtigungen",
  privilegesWhy: "Sie können nur vergeben, was Sie selbst haben. Die Berechtigungen eines Schlüssels ändern sich nie.",
  notHeld: "Das haben Sie nicht.",
  subjects: {
    submission: "Einreichungen",
    form: "Formulare",
    table: "Tabellen",
    folder: "Ordner",
    report: "Berichte",
    apikey: "API-Schlüssel",
    user: "Personen",
    effect: "Effekte",
    audit: "Audit-Log",
    organisation: "Organisation"
  },
  dangers: {
    "apikey:write":
      "Mit dieser Berechtigung erstellt ein verlorener Schlüssel weitere, die ihn überdauern, wenn sie nicht ebenfalls widerrufen werden.",
    "user:write":
      "Mit dieser Berechtigung verschafft ein verlorener Schlüssel Fremden ein Konto und sperrt Personen aus.",
    "organisation:write": "Mit dieser Berechtigung ändert ein verlorener Schlüssel, wohin Geheimnisse gesendet werden.",
    "submission:delete": "Was damit gelöscht wird, lässt sich nicht wiederherstellen."
  },
  limits: "Grenzen",
  limitsWhy: "Wo nichts ausgewählt ist, gilt keine Grenze. Die Grenzen eines Schlüssels ändern sich nie.",
  forms: "Formulare",
  formsWhy: "Für den Schlüssel gibt es kein anderes Formular.",
  folders: "Ordner",
  foldersWhy: "Was in ihnen und ihren Unterordnern liegt, jetzt und später.",
  operations: "Operationen",
  operationsWhy: "Jede andere Operation, die eine Berechtigung erfordert, wird dem Schlüssel verweigert.",
  anyForm: "Alle Formulare",
  anyFolder: "Alle Ordner",
  anyOperation: "Alle Operationen",
  find: ({ what }) => `${what} suchen`,
  noneFound: "Nichts enthält diesen Text.",
  requests: "Anfragen pro Minute",
  requestsWhy: "1 bis 100.000: ein eigenes Kontingent.",
  requestsWrong: "Das ist keine ganze Zahl.",
  addresses: "Adressen",
  addressesWhy: "Netzwerke wie 203.0.113.0/24, eines je Zeile. Von anderswo ist der Schlüssel unbekannt.",
  expiry: "Läuft ab",
  expiries: {
    never: "Nie",
    "30": "In 30 Tagen",
    "90": "In 90 Tagen",
    "365": "In 365 Tagen",
    date: "An einem Datum"
  },
  date: "Letzter Tag",
  dateMissing: "Wählen Sie den letzten Tag, an dem der Schlüssel gilt.",
  nameMissing: "Geben Sie dem Schlüssel einen Namen, an dem man ihn wiedererkennt.",
  privilegesMissing: "Wählen Sie mindestens eine Berechtigung: Ohne sie kann ein Schlüssel nichts.",
  submit: "Schlüssel erstellen",
  full: "Nicht verwendete Schlüssel ansehen",
  nothing: "Dieser Schlüssel kann noch nichts.",
  summary: (given) =>
    `Dieser Schlüssel kann ${privileges.all(given)} und sonst nichts${limitsOf(given)}. ${
      given.end === undefined ? "Er läuft nicht ab." : `Er gilt bis ${given.end}.`
    }`
}

const issued: Messages["keys"]["issued"] = {
  title: "Diesen Schlüssel jetzt sichern",
  warning:
    "Das Token wird nur dieses eine Mal angezeigt. Beim Neuladen oder Verlassen dieser Seite geht es verloren; rotieren Sie dann den Schlüssel, um ein neues zu erhalten.",
  token: "Token",
  copy: "Token kopieren",
  download: ".env herunterladen",
  call: "Ein Aufruf damit",
  callWhy: "Befehl; seine Kopie enthält das Token",
  form: "Formular",
  try: "Jetzt ausprobieren",
  tryWhy: "Führt diesen Aufruf von hier aus mit dem Schlüssel selbst aus, ohne Ihre Sitzung. Nichts wird gespeichert.",
  tryAgain: "Noch einmal ausprobieren",
  works: ({ status }) => `Der Schlüssel funktioniert: ${status}`,
  fails: ({ status }) => `Der Server hat abgelehnt: ${status}`,
  addresses: "Der Schlüssel gilt nur aus bestimmten Netzwerken, und dieser Browser ist vielleicht anderswo.",
  answer: "Antwort des Servers",
  noForm:
    "Der Schlüssel erreicht kein veröffentlichtes Formular, das er auswerten kann; deshalb fragt der Aufruf, wer er ist.",
  stored: "Ich habe ihn gesichert",
  leaveTitle: "Ohne den Schlüssel gehen?",
  leaveWhy: "Das Token steht nur auf dieser Seite. Sobald Sie sie verlassen, kann niemand es mehr lesen.",
  stay: "Hier bleiben"
}

const detail: Messages["keys"]["detail"] = {
  title: "API-Schlüssel",
  hint: "Token",
  may: "Darf",
  maker: "Erstellt von",
  made: "Erstellt",
  used: "Zuletzt verwendet",
  today: "Aufrufe heute",
  expires: "Läuft ab",
  forms: "Formulare",
  folders: "Ordner",
  requests: "Anfragen pro Minute",
  addresses: "Adressen",
  operations: "Operationen",
  replaces: "Ersetzt durch",
  rotate: "Rotieren",
  revoke: "Widerrufen",
  madeBy: "Von ihm erstellte Schlüssel",
  ended: "Dieser Schlüssel ist beendet",
  needsWrite: "Rotieren und Widerrufen erfordern die Berechtigung apikey:write.",
  removed: ({ id }) => `${id.slice(0, 8)}…`
}

const usage: Messages["keys"]["usage"] = {
  title: "Nutzung",
  byOperation: "Aufrufe nach Operation",
  why: "Aufrufe von evaluate und create nach Tagen in UTC. Die der letzten Sekunden fehlen vielleicht noch.",
  period: "Zeitraum",
  days: ({ days }) => counted(days, "Tag", "Tage"),
  none: "Keine Aufrufe in diesen Tagen.",
  operations: { evaluate: "Ausgewertet", create: "Eingereicht" },
  total: ({ calls, days }) => `${counted(calls, "Aufruf", "Aufrufe")} in ${counted(days, "Tag", "Tagen")}`
}

const rotate: Messages["keys"]["rotate"] = {
  title: "Schlüssel rotieren",
  why: "Erzeugt ein neues Token mit denselben Berechtigungen und Grenzen. Das alte gilt so lange weiter, wie Sie festlegen, damit beim Umstellen der Systeme nichts ausfällt.",
  overlap: "Der alte Schlüssel gilt noch",
  overlaps: { "0": "Er endet jetzt", "3600": "Eine Stunde", "86400": "Einen Tag", "604800": "Eine Woche" },
  old: "Alter Schlüssel",
  new: "Neuer Schlüssel",
  now: "jetzt",
  picture: ({ overlap }) => `Der alte Schlüssel gilt noch: ${overlap}. Der neue Schlüssel gilt ab sofort.`,
  expiry: "Der neue Schlüssel läuft ab",
  expiries: { same: "Wie der alte", "30": "In 30 Tagen", "90": "In 90 Tagen", "365": "In 365 Tagen", never: "Nie" },
  submit: "Schlüssel rotieren"
}

const revoke: Messages["keys"]["revoke"] = {
  title: ({ name }) => `${name} widerrufen?`,
  why: "Die nächste Anfrage damit wird abgelehnt, überall. Das lässt sich nicht rückgängig machen.",
  unused: "Er wurde nie verwendet.",
  lastUsed: "Zuletzt verwendet",
  today: ({ calls }) => `Heute ${counted(calls, "Aufruf", "Aufrufe")}.`,
  descendants: ({ count }) =>
    `Auch ${counted(count, "Schlüssel widerrufen, den", "Schlüssel widerrufen, die")} er erstellt hat, samt allen daraus erstellten`,
  type: "Er ist in Gebrauch. Geben Sie zum Fortfahren seinen Namen ein",
  submit: "Schlüssel widerrufen",
  done: "Der Schlüssel ist widerrufen. Die nächste Anfrage damit wird abgelehnt."
}

export const keys: Messages["keys"] = {
  title: "API-Schlüssel",
  description: "Damit rufen andere Systeme die API auf. Ein Schlüssel je System, nach ihm benannt.",
  new: "Neuer Schlüssel",
  all: "Alle Schlüssel",
  filters: {
    label: "Angezeigte Schlüssel",
    active: "Aktiv",
    "ends-soon": "Enden bald",
    unused: "90 Tage nicht verwendet",
    ended: "Beendet"
  },
  columns: {
    name: "Name",
    privileges: "Darf",
    maker: "Erstellt von",
    used: "Zuletzt verwendet",
    expires: "Läuft ab",
    state: "Status",
    ended: "Beendet"
  },
  by: "von",
  with: "mit dem Schlüssel",
  neverUsed: "Nie",
  states: { active: "Aktiv", ending: "Endet bald", overlap: "Wird ersetzt", ended: "Beendet" },
  ends: {
    expired: "Abgelaufen",
    manual: "Widerrufen",
    creator_deactivated: "Konto der erstellenden Person beendet",
    rotated: "Ersetzt",
    reported: "Als offengelegt gemeldet"
  },
  endedFold: ({ count }) => counted(count, "beendeter Schlüssel", "beendete Schlüssel"),
  stillUsed: "noch in Gebrauch",
  empty: {
    title: "Noch keine Schlüssel",
    why: "Mit einem Schlüssel ruft ein anderes System, etwa eine Website, die API auf. Er hat eigene Berechtigungen, weniger als Sie.",
    manual: "docs/app-api.md beschreibt Schlüssel und ihre Grenzen."
  },
  noneHere: {
    title: "Kein Schlüssel passt",
    why: "Mit einem anderen Filter gibt es weitere Schlüssel.",
    clear: "Aktive Schlüssel anzeigen"
  },
  form,
  issued,
  detail,
  usage,
  audit: {
    why: "Was mit dem Schlüssel getan wurde und was er geändert hat. Aufrufe, die nur lesen oder auswerten, erzeugen keinen Eintrag.",
    none: "Kein Eintrag betrifft diesen Schlüssel."
  },
  rotate,
  revoke
}

import type { Named, Words } from "./Words.ts"

const isTime = ({ type }: Named): boolean => type === "date" || type === "time" || type === "datetime"
const items = ({ limit, type }: Named): string =>
  `${limit} ${type === "list" ? (limit === "1" ? "Eintrag" : "Einträge") : limit === "1" ? "Auswahl" : "Auswahlen"}`
const kinds: { readonly [T in Named["type"]]?: string } = {
  integer: "eine ganze Zahl wie 12",
  number: "eine Zahl wie 12,5",
  money: "ein Betrag wie 12,50",
  boolean: "Ja oder Nein",
  date: "ein Datum, das es gibt",
  time: "eine Uhrzeit wie 09:30",
  datetime: "ein Datum mit Uhrzeit",
  email: "eine E-Mail-Adresse wie name@example.com",
  url: "eine Internetadresse, die mit https:// beginnt",
  phone: "eine Telefonnummer mit 5 bis 20 Ziffern",
  file: "eine hochgeladene Datei"
}

export const de: Words = {
  language: "de",
  yes: "Ja",
  no: "Nein",
  choose: "Auswählen",
  search: (count) => `Tippen, um eine von ${count.toLocaleString("de")} Möglichkeiten zu finden.`,
  required: "Pflichtangabe",
  marked: "Angaben mit * sind nötig.",
  timesIn: (zone) => `Uhrzeit in ${zone}`,
  row: (list, number) => `${list} ${number}`,
  add: (list) => `${list}: hinzufügen`,
  remove: "Entfernen",
  up: "Nach oben",
  down: "Nach unten",
  noRows: "Noch keine.",
  rowsOf: (first, last, all) => `${first} bis ${last} von ${all}`,
  previous: "Zurück",
  next: "Weiter",
  step: (number, count) => `Schritt ${number} von ${count}`,
  back: "Zurück",
  onwards: "Weiter",
  why: "Warum",
  isHidden: (label) => `${label} ist ausgeblendet`,
  summary: (count) => (count === 1 ? "Es gibt ein Problem" : `Es gibt ${count} Probleme`),
  outcomes: "Ergebnisse",
  missing: (count) => (count === 1 ? "1 Angabe fehlt" : `${count} Angaben fehlen`),
  send: "Senden",
  sending: "Wird gesendet…",
  sent: (reference) => (reference === undefined ? "Gesendet. Danke." : `Gesendet. Ihr Zeichen ist ${reference}.`),
  refused: "Das konnte nicht gesendet werden",
  unreachable: "Der Server ist nicht erreichbar. Ihre Angaben sind noch da: Versuchen Sie es noch einmal.",
  unavailable: "Dieses Formular kann gerade nicht gezeigt werden.",
  uploading: (name) => `${name} wird hochgeladen…`,
  uploaded: (name) => `${name} ist hochgeladen.`,
  removed: "Die Datei ist entfernt.",
  download: "Herunterladen",
  fileType: (label, types) => `${label}: möglich sind nur Dateien dieser Typen: ${types}.`,
  notOffered: (label, option) => `${label}: „${option}“ steht bei den übrigen Angaben nicht zur Wahl.`,
  problems: {
    required: ({ label }) => `${label}: Angabe fehlt.`,
    type: ({ label, type }) => `${label}: nötig ist ${kinds[type] ?? "ein anderer Wert"}.`,
    unknown_field: ({ label }) => `${label}: ein solches Feld gibt es nicht.`,
    min: (about) => `${about.label}: ${isTime(about) ? "frühestens" : "mindestens"} ${about.limit}.`,
    max: (about) => `${about.label}: ${isTime(about) ? "spätestens" : "höchstens"} ${about.limit}.`,
    min_length: ({ label, limit }) => `${label}: mindestens ${limit} Zeichen.`,
    max_length: ({ label, limit }) => `${label}: höchstens ${limit} Zeichen.`,
    pattern: ({ label, type }) =>
      `${label}: ${kinds[type] === undefined ? "die verlangte Form fehlt" : `nötig ist ${kinds[type]}`}.`,
    choice: ({ label }) => `${label}: keine der Auswahlen.`,
    decimals: ({ label, limit }) =>
      limit === "0" ? `${label}: nötig ist eine ganze Zahl.` : `${label}: höchstens ${limit} Nachkommastellen.`,
    min_items: (about) => `${about.label}: mindestens ${items(about)}.`,
    max_items: (about) => `${about.label}: höchstens ${items(about)}.`,
    unique: ({ label }) => `${label}: ist doppelt.`,
    storable: ({ label }) => `${label}: ein Zeichen kann nicht gespeichert werden.`,
    too_large: ({ label, limit, type }) =>
      type === "file" ? `${label}: Eine Datei darf höchstens ${limit} haben.` : `${label}: ist zu groß.`
  }
}

import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

const members: Messages["structure"]["members"] = {
  slug: "Slug",
  type: "Typ",
  label: "Beschriftung",
  description: "Beschreibung",
  required: "Pflichtfeld",
  requiredWhen: "Pflichtfeld, wenn",
  visibleWhen: "Sichtbar, wenn",
  formula: "Formel",
  internal: "Intern",
  minLength: "Mindestens Zeichen",
  maxLength: "Höchstens Zeichen",
  pattern: "Muster",
  min: "Kleinster Wert",
  max: "Größter Wert",
  decimals: "Nachkommastellen",
  currency: "Währung",
  options: "Optionen",
  optionsFrom: "Optionen einer Tabelle",
  minItems: "Mindestens Einträge",
  maxItems: "Höchstens Einträge",
  unique: "Eindeutig",
  title: "Titel",
  code: "Kürzel",
  timeZone: "Zeitzone",
  referencePattern: "Vorgangsnummern",
  constants: "Konstanten",
  tables: "Tabellen",
  formatVersion: "Formatversion",
  id: "ID",
  field: "Feld",
  check: "Muss zutreffen",
  message: "Meldung",
  severity: "Schweregrad",
  when: "Wenn",
  kind: "Art",
  on: "Wartet auf",
  to: "An",
  cc: "Kopie an",
  replyTo: "Antwort an",
  subject: "Betreff",
  text: "Text",
  html: "HTML",
  fileName: "Dateiname",
  blocks: "Blöcke",
  heading: "Überschrift",
  fields: "Felder",
  table: "Tabelle",
  list: "Liste",
  columns: "Spalten",
  method: "Methode",
  url: "Adresse",
  headers: "Header",
  body: "Inhalt",
  secret: "Geheimnis",
  prefix: "Präfix",
  attach: "Angehängte Dokumente"
}

const workflow: Messages["structure"]["workflow"] = {
  graph: ({ states, transitions }) =>
    `Der Workflow als Bild: ${counted(states, "Status", "Status")}, ${counted(transitions, "Übergang", "Übergänge")}. Die Tabellen enthalten dasselbe in Worten.`,
  usual: "Das ist der Workflow jedes Formulars ohne eigenen.",
  own: "Eigenen Workflow schreiben",
  states: "Status",
  state: "Status",
  stateNumber: ({ number }) => `Name von Status ${number}`,
  initial: "Erster",
  begins: ({ name }) => `Einreichungen beginnen mit ${name}`,
  addState: "Status hinzufügen",
  transitions: "Übergänge",
  transition: "Übergang",
  from: "Von",
  to: "Nach",
  privilege: "Nötige Berechtigung",
  nameOf: ({ number }) => `Name von Übergang ${number}`,
  fromOf: ({ number }) => `Status vor Übergang ${number}`,
  toOf: ({ number }) => `Status nach Übergang ${number}`,
  privilegeOf: ({ number }) => `Berechtigung für Übergang ${number}`,
  addTransition: "Übergang hinzufügen"
}

export const structure: Messages["structure"] = {
  outline: "Gliederung des Formulars",
  sections: {
    form: "Formular",
    fields: "Felder",
    checks: "Prüfungen",
    outcomes: "Ergebnisse",
    effects: "Effekte",
    workflow: "Workflow"
  },
  unnamed: "ohne Namen",
  faults: ({ count }) => counted(count, "Fehler", "Fehler"),
  drag: ({ name }) => `${name} ziehen`,
  actions: ({ name }) => `Aktionen für ${name}`,
  keys: "Die Eingabetaste fügt danach ein Element ein, Alt mit den Pfeiltasten verschiebt es, Entf löscht es.",
  add: {
    fields: "Feld hinzufügen",
    checks: "Prüfung hinzufügen",
    outcomes: "Ergebnis hinzufügen",
    effects: "Effekt hinzufügen",
    rows: "Feld zu den Zeilen hinzufügen",
    after: "Danach eines hinzufügen"
  },
  duplicate: "Duplizieren",
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  moveIn: "In die Liste daneben verschieben",
  moveOut: "Aus der Liste heraus verschieben",
  moveTo: "Verschieben nach…",
  delete: "Löschen",
  move: {
    title: ({ name }) => `${name} verschieben`,
    filter: "Stelle suchen",
    places: "Stellen",
    first: "Am Anfang",
    firstOf: ({ name }) => `In ${name}: am Anfang`,
    after: ({ name }) => `Nach ${name}`,
    afterIn: ({ list, name }) => `In ${list}: nach ${name}`,
    none: "Keine Stelle heißt so."
  },
  deleting: {
    title: ({ name }) => `${name} löschen?`,
    why: ({ count, name }) =>
      `${counted(count, "Stelle liest", "Stellen lesen")} ${name}. Jede hat danach einen Fehler, bis Sie sie ändern.`,
    more: ({ count }) => `und ${counted(count, "weitere Stelle", "weitere Stellen")}`,
    submit: "Löschen"
  },
  broken: {
    title: ({ line }) => `Der Quelltext ist in Zeile ${line} kein JSON`,
    why: "Die Struktur ist die des letzten Textes, der JSON war. Beheben Sie den Quelltext, um sie hier wieder zu bearbeiten.",
    show: "Im Quelltext anzeigen"
  },
  inspector: "Ausgewähltes Element",
  parts: {
    form: "Formular",
    field: "Feld",
    check: "Prüfung",
    outcome: "Ergebnis",
    effect: "Effekt",
    workflow: "Workflow"
  },
  groups: { values: "Werte", rules: "Regeln" },
  sectionsWhy: {
    fields: "Wonach ein Formular fragt und was es aus den Antworten berechnet.",
    checks: "Was auf die Antworten zutreffen muss. Eine Prüfung, die nicht zutrifft, macht die Eingabedaten ungültig.",
    outcomes:
      "Was die Antworten für jene bedeuten, die sie lesen, etwa: Hier muss eine Fachkraft prüfen. Ein Ergebnis macht Eingabedaten nie ungültig.",
    effects:
      "Was geschieht, wenn ein Formular eingereicht wird oder eine Einreichung ihren Status ändert: eine E-Mail, ein Dokument, eine Anfrage, ein signiertes Ereignis."
  },
  renameEverywhere: "Überall umbenennen",
  notANumber: "Das ist keine Zahl wie 12 oder 99.95. Sie steht noch nicht im Formular.",
  onePerLine: "Je Zeile ein Eintrag.",
  usualEvent: "Einreichen, wie üblich",
  aText: "Text",
  kindOf: ({ name }) => `Art von ${name}`,
  remove: ({ name }) => `${name} entfernen`,
  removeNumber: ({ number }) => `Nummer ${number} entfernen`,
  up: ({ number }) => `Nummer ${number} nach oben`,
  down: ({ number }) => `Nummer ${number} nach unten`,
  newName: "Name eines neuen Eintrags",
  addEntry: "Hinzufügen",
  readBy: { title: "Gelesen von", none: "Nichts liest es." },
  members,
  why: {
    required: "Ein Wert muss gesendet werden.",
    formula: "Mit einer Formel wird das Feld berechnet und nie abgefragt.",
    internal: "Ohne das Recht form:read erfährt ein Aufrufer weder Namen noch Wert.",
    pattern: "Ein regulärer Ausdruck, dem der ganze Wert entsprechen muss.",
    currency: "Drei Buchstaben (ISO 4217), zum Beispiel GBP.",
    unique: "Keine zwei Zeilen haben denselben Wert.",
    optionsFrom:
      "Eine Tabelle und ihre Spalte, etwa zones.code; nach einem Komma die Spalte, die man liest: zones.code, name.",
    timeZone: "Ein Kontinent und eine Stadt, zum Beispiel Europe/London. Danach richtet sich, welches Datum heute ist.",
    referencePattern: "Zum Beispiel MQ-{yyyy}-{seq:6}.",
    constants: "Werte mit einem Namen, unter dem Regeln, Meldungen und Effekte sie verwenden.",
    tables:
      "Zeilen, in denen Regeln nachschlagen. Die der Organisation werden hier gewählt, eigene stehen im Quelltext.",
    message: "Sie kann Felder in geschweiften Klammern zeigen, zum Beispiel {premium}.",
    prefix: "Text vor dem Geheimnis, zum Beispiel Bearer und ein Leerzeichen.",
    attach: "Die E-Mail wartet auf sie und wird nie ohne eines gesendet, dessen Bedingung zutrifft."
  },
  constants: {
    name: "Name",
    type: "Typ",
    value: "Wert",
    nameOf: ({ name }) => `Name von ${name}`,
    typeOf: ({ name }) => `Typ von ${name}`,
    valueOf: ({ name }) => `Wert von ${name}`,
    currencyOf: ({ name }) => `Währung von ${name}`,
    add: "Konstante hinzufügen"
  },
  tableRows: ({ n }) => counted(n, "Zeile", "Zeilen"),
  tableFaults: ({ n }) => `${counted(n, "Fehler", "Fehler")} in dieser Tabelle, in der Liste genannt.`,
  attach: {
    none: "Das Formular erzeugt bei diesem Ereignis kein Dokument. Legen Sie einen Effekt der Art Dokument an, der auf dasselbe wartet.",
    unknown: "Das ist kein Dokument dieses Ereignisses.",
    full: ({ n }) => `Eine E-Mail trägt höchstens ${n} Dokumente.`
  },
  internalMark: "intern",
  effectWhy: {
    when: "Ohne Bedingung geschieht es immer.",
    internal: "Was gesendet wird, darf interne Felder zeigen."
  },
  types: {
    text: "Text",
    longText: "Mehrzeiliger Text",
    email: "E-Mail-Adresse",
    url: "Internetadresse",
    phone: "Telefonnummer",
    integer: "Ganze Zahl",
    number: "Zahl",
    money: "Geldbetrag",
    boolean: "Ja oder Nein",
    date: "Datum",
    time: "Uhrzeit",
    datetime: "Datum und Uhrzeit",
    choice: "Eine von mehreren Optionen",
    choices: "Beliebige von mehreren Optionen",
    list: "Liste von Zeilen"
  },
  options: {
    value: ({ number }) => `Wert von Option ${number}`,
    label: ({ number }) => `Beschriftung von Option ${number}`,
    values: "Wert",
    labels: "Beschriftung",
    remove: ({ number }) => `Option ${number} entfernen`,
    add: "Option hinzufügen",
    why: "Zellen einer Tabellenkalkulation können eingefügt werden: Werte, oder Werte und Beschriftungen."
  },
  workflow,
  newTexts: {
    checkMessage: "Sagen Sie, was nicht stimmt und wie es richtig wird.",
    outcomeMessage: "Sagen Sie, was das bedeutet.",
    subject: "Ihre Einreichung {$reference}",
    text: "Vielen Dank. Ihre Vorgangsnummer ist {$reference}."
  }
}

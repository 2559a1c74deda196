import type { Messages } from "../Messages.ts"
import { counted, numbered } from "./common.ts"

export const forms: Messages["forms"] = {
  title: "Formulare",
  new: "Neues Formular",
  list: {
    label: "Formulare",
    title: "Titel",
    code: "Kürzel",
    live: "Live",
    draft: "Entwurf",
    calls: "Aufrufe, 7 Tage",
    updated: "Geändert",
    actions: "Aktionen",
    actionsOf: ({ title }) => `Aktionen für ${title}`,
    version: ({ number }) => `Version ${number}`,
    notPublished: "Nicht veröffentlicht",
    archived: "Archiviert",
    differs: "Unveröffentlichte Änderungen",
    same: "Wie veröffentlicht",
    edited: "Bearbeitet",
    unchanged: "Unverändert",
    emptyTitle: "Noch keine Formulare",
    empty:
      "Ein Formular besteht aus Feldern und Regeln. Programme senden ihm Werte, und es antwortet mit Problemen, berechneten Werten und Ergebnissen.",
    nothingTitle: "Kein Formular passt",
    nothing: "Kein Formular in diesem Ordner hat diesen Text und diesen Status.",
    clear: "Filter zurücksetzen",
    emptyFolderTitle: "Dieser Ordner ist leer",
    emptyFolder: "Verschieben Sie ein Formular hierher, oder legen Sie eines an."
  },
  filter: {
    label: "Filter",
    text: "Titel oder Kürzel",
    state: "Status",
    any: "In Gebrauch",
    live: "Live",
    notLive: "Nicht veröffentlicht",
    archived: "Archiviert"
  },
  folders: {
    label: "Ordner",
    all: "Alle Formulare",
    top: "In keinem Ordner",
    new: "Neuer Ordner",
    newInside: "Neuer Unterordner",
    name: "Name",
    create: "Ordner anlegen",
    rename: "Ordner umbenennen",
    move: "Ordner verschieben",
    remove: "Ordner entfernen",
    removeWhy: ({ name }) => `„${name}“ wird entfernt. Nur ein leerer Ordner kann entfernt werden.`,
    actionsOf: ({ name }) => `Aktionen für den Ordner ${name}`,
    to: "Nach",
    atTop: "Die oberste Ebene",
    formCount: ({ n }) => counted(n, "Formular", "Formulare")
  },
  actions: {
    edit: "Entwurf bearbeiten",
    publish: "Veröffentlichen…",
    versions: "Versionen",
    integrate: "Einbinden",
    copy: "In ein neues Formular kopieren",
    rename: "Umbenennen",
    title: "Titel",
    renameWhy: "Der Titel gehört zum Entwurf: Aufrufer sehen ihn, sobald der Entwurf veröffentlicht ist.",
    move: "Verschieben",
    moveForm: "Formular verschieben",
    archive: "Archivieren",
    archiveTitle: ({ title }) => `${title} archivieren`,
    archiveWhy:
      "Ab der nächsten Anfrage erhalten Aufrufer des Formulars 404. Seine Einreichungen bleiben lesbar und durchlaufen ihren Workflow weiter. Das Formular kann wiederhergestellt werden.",
    unarchive: "Wiederherstellen",
    unarchiveTitle: ({ title }) => `${title} wiederherstellen`,
    unarchiveWhy: "Die Version, die live war, ist ab der nächsten Anfrage wieder live."
  },
  tabs: {
    label: "Formular",
    overview: "Übersicht",
    integrate: "Einbinden",
    versions: "Versionen",
    publish: "Veröffentlichen",
    report: "Bericht",
    submissions: "Einreichungen"
  },
  facts: {
    code: "Kürzel",
    folder: "Ordner",
    live: "Live-Version",
    published: "Veröffentlicht",
    publishedBy: ({ name }) => `von ${name}`,
    draft: "Entwurf",
    revision: ({ revision }) => `Revision ${revision}`,
    note: "Notiz"
  },
  draft: {
    title: "Live-Version und Entwurf",
    never:
      "Aufrufer können dieses Formular noch nicht verwenden. Sie können es ab der ersten Anfrage nach dem Veröffentlichen.",
    archived:
      "Das Formular ist archiviert: Aufrufer erhalten 404. Stellen Sie es wieder her, um erneut zu veröffentlichen.",
    same: "Der Entwurf entspricht der Live-Version. Was Sie darin ändern, sehen Aufrufer, sobald er veröffentlicht ist.",
    changes: ({ n }) => `${counted(n, "Änderung", "Änderungen")} seit der Live-Version.`,
    breaking: ({ n }) =>
      n === 1
        ? "1 davon kann bei Aufrufern zu Fehlern führen."
        : `${numbered(n)} davon können bei Aufrufern zu Fehlern führen.`,
    faults: ({ n }) =>
      `Der Entwurf hat ${counted(n, "Fehler", "Fehler")} und kann deshalb noch nicht veröffentlicht werden.`
  },
  call: {
    title: "Formular aufrufen",
    why: "„evaluate“ antwortet mit Problemen, berechneten Werten und Ergebnissen und speichert nichts. Das Token eines Schlüssels steht in der Variable FORMWORK_API_KEY, die auch die Datei eines neuen Schlüssels setzt.",
    noLive: "Eine Adresse zum Aufrufen gibt es, sobald das Formular veröffentlicht ist.",
    noExample:
      "Es wurde kein Beispiel gefunden, das die Regeln annehmen: Setzen Sie eigene Werte anstelle des leeren Objekts ein.",
    command: "Befehl",
    run: "Beispiel ausführen",
    answer: "Antwort"
  },
  week: {
    title: "Die letzten sieben Tage",
    none: "Es wurden keine Einreichungen angelegt.",
    report: "Bericht"
  },
  integrate: {
    title: "Einbinden",
    why: "Was ein Programm sendet, das die Live-Version aufruft, und was es erhält.",
    views: "Anzeige",
    calls: "Aufrufe",
    schema: "Schema der Eingabedaten",
    example: "Beispieldaten",
    result: "Schema der Antwort",
    types: "TypeScript-Typen",
    evaluate: "Auswerten, ohne zu speichern",
    file: "Formular einreichen",
    client: "Dasselbe in TypeScript",
    reference: "Alles, was diese Aufrufe annehmen und antworten, und das Senden von hier: API-Referenz",
    schemaWhy: "JSON Schema 2020-12 des Members data. Es lehnt nie ab, was das Formular annimmt.",
    exampleWhy:
      "Heute gültig, nach den Regeln des Formulars. Eine Datei darin hat eine erfundene Kennung: Laden Sie vor dem Einreichen eine hoch.",
    resultWhy: "JSON Schema 2020-12 der Antwort von evaluate.",
    typesWhy: "So, wie der Befehl formwork types sie schreibt.",
    noLiveTitle: "Keine Version ist live",
    noLive: "Was ein Programm sendet und erhält, steht fest, sobald das Formular veröffentlicht ist."
  }
}

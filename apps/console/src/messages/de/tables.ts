import type { Messages } from "../Messages.ts"
import { counted, needing, numbered } from "./common.ts"

export const tables: Messages["tables"] = {
  title: "Tabellen",
  description: "Zeilen, in denen die Regeln von Formularen nach Schlüsseln nachschlagen: Tarife, Gebiete, Klassen.",
  needsWrite: needing("Das Anlegen und Ändern von Tabellen", "table:write"),
  list: {
    name: "Name",
    version: "Neueste Version",
    draft: "Entwurf",
    rows: "Zeilen",
    updated: "Geändert",
    number: ({ version }) => `Version ${version}`,
    notPublished: "Nicht veröffentlicht",
    differs: "Änderungen nicht veröffentlicht",
    same: "Wie veröffentlicht"
  },
  empty: {
    title: "Noch keine Tabellen",
    why: "Eine Tabelle hat Schlüssel und Werte. Eine Regel gibt ihr Schlüssel, etwa eine Postleitzahl und ein Alter, und erhält die Werte der Zeile, die am besten passt. Mehrere Formulare können eine Tabelle nutzen, und sie ändert sich unabhängig von ihnen.",
    example: "Eine Tabelle mit zwei Schlüsseln und einem Wert",
    read: "Hier hat ein Alter von 18 bis 24 in 10115 den Faktor 1.25, eines ab 25 den Faktor 1.1, und jede andere Postleitzahl den Faktor 1."
  },
  new: {
    title: "Neue Tabelle",
    why: "Ihre Zeilen sind ein Entwurf: Formulare können sie erst nutzen, wenn sie veröffentlicht sind.",
    name: "Name",
    nameWhy: "So nennen Regeln sie. Ein Kleinbuchstabe, dann Kleinbuchstaben, Ziffern oder _. Er ändert sich nie.",
    submit: "Tabelle anlegen"
  },
  file: {
    label: "Zeilen",
    why: "Kommagetrennte Werte, auch mit Semikolons oder Tabulatoren. Die erste Zeile nennt jede Spalte mit ihrem Typ.",
    choose: "Datei wählen",
    pasted: "Eingefügter Text",
    drop: "Zurücknehmen",
    lines: ({ n }) => counted(n, "Zeile", "Zeilen"),
    formats: { csv: "kommagetrennte Werte", ndjson: "NDJSON" },
    tooLarge: "Die Datei hat mehr als 10 MB.",
    notUtf8:
      "Die Datei ist nicht in UTF-8 geschrieben, Buchstaben gingen verloren. Speichern Sie sie als „CSV UTF-8“ und wählen Sie sie erneut.",
    how: "So wird die erste Zeile geschrieben",
    head: "Jede Spalte ist ein Name, ein Doppelpunkt und ein Typ: `postcode: exact text,age: from integer,factor: number 4`. Eine Spalte mit `exact` oder `from` ist ein Schlüssel, jede andere ein Wert.",
    keys: "Ein Schlüssel mit `exact` muss gleich sein. Ein Schlüssel mit `from` passt ab seiner Zahl oder seinem Datum bis zur nächsten Zeile. `*` in einem Schlüssel passt auf alles; gefunden wird die Zeile, die am besten passt.",
    types:
      "Die Typen sind `text`, `integer`, `number` mit seinen Nachkommastellen, `date` wie 2027-01-31 und `boolean`. Zahlen haben einen Punkt.",
    ndjson:
      'Auch NDJSON wird angenommen: eine Zeile mit `{"keys": […], "values": […]}` wie in einer Definition, dann eine Zeile je Tabellenzeile.'
  },
  faults: {
    title: ({ n }) => `Die Datei hat ${counted(n, "Fehler", "Fehler")}`,
    nothing: "Nichts wurde gespeichert. Berichtigen Sie die Datei und senden Sie sie erneut.",
    more: "Nichts wurde gespeichert. Es kann weitere Fehler geben: Dies sind die ersten.",
    label: "Fehler der Datei",
    where: "Wo",
    line: ({ line }) => `Zeile ${line}`,
    column: "Spalte",
    what: "Was falsch ist",
    whole: "die Zeile"
  },
  tabs: {
    label: "Tabelle",
    rows: "Zeilen",
    versions: "Versionen",
    forms: "Formulare",
    publish: "Veröffentlichen"
  },
  rows: {
    label: "Zeilen der Tabelle",
    row: "Zeile",
    find: "In den Zeilen suchen",
    edition: "Zeilen von",
    draft: "Entwurf",
    version: ({ number }) => `Version ${number}`,
    csv: "CSV herunterladen",
    ndjson: "NDJSON herunterladen",
    count: ({ n }) => counted(n, "Zeile", "Zeilen"),
    found: ({ n, total }) => `${counted(n, "Zeile", "Zeilen")} von ${counted(total, "Zeile", "Zeilen")}`
  },
  columns: {
    title: "Spalten",
    name: "Name",
    kind: "Was sie ist",
    type: "Typ",
    exact: "Schlüssel: muss gleich sein",
    from: "Schlüssel: ab hier",
    value: "Wert"
  },
  replace: {
    title: "Entwurf ersetzen",
    why: "Die Datei tritt an die Stelle aller Zeilen des Entwurfs. Versionen bleiben, wie sie sind, Formulare ebenso.",
    hint: "Kommagetrennte Werte. Bleiben die Spalten, wie sie sind, genügen in der ersten Zeile ihre Namen, in beliebiger Reihenfolge.",
    submit: "Entwurf ersetzen",
    stale: "Der Entwurf hat sich geändert, seit diese Seite geöffnet wurde",
    staleWhy: "Von Ihnen wurde nichts gespeichert. Sehen Sie sich den neueren Entwurf an, bevor Sie ihn ersetzen.",
    see: "Neueren Entwurf ansehen",
    anyway: "Neueren Entwurf ersetzen"
  },
  remove: {
    open: "Tabelle löschen",
    title: ({ name }) => `Tabelle ${name} löschen`,
    why: "Sie wurde nie veröffentlicht, also nutzt kein Formular sie live. Ihr Entwurf geht verloren.",
    submit: "Tabelle löschen"
  },
  versions: {
    version: "Version",
    number: ({ number }) => `Version ${number}`,
    draft: "Entwurf",
    rows: "Zeilen",
    published: "Veröffentlicht",
    by: "Von",
    note: "Notiz",
    actions: "Aktionen",
    compare: "Mit dem Entwurf vergleichen",
    audit: "Wer sie angelegt und geändert hat, im Audit-Log",
    emptyTitle: "Noch keine Versionen",
    empty: "Das Veröffentlichen des Entwurfs erzeugt die erste. Von da an können Formulare die Tabelle nutzen."
  },
  compare: {
    before: "Von",
    after: "Zu",
    same: "Wählen Sie zwei verschiedene Seiten.",
    none: "Es gibt keinen Unterschied.",
    columns: "Spalten sind hinzugekommen, weggefallen oder haben sich geändert.",
    change: "Änderung",
    added: "Neu",
    removed: "Entfernt",
    changed: "Geändert",
    rows: "Zeilen mit Unterschieden",
    count: ({ added, changed, removed }) =>
      `${counted(added, "Zeile", "Zeilen")} neu, ${counted(removed, "Zeile", "Zeilen")} entfernt, ${counted(changed, "Zeile", "Zeilen")} mit anderen Werten.`,
    some: ({ n, total }) =>
      `Es sind die ersten ${numbered(n)} von ${counted(total, "Zeile", "Zeilen")} mit Unterschieden.`
  },
  forms: {
    title: "Formular",
    code: "Kürzel",
    version: "Schlägt nach in",
    why: "Jedes behält die Version, mit der es veröffentlicht wurde, bis es erneut veröffentlicht wird.",
    older: ({ version }) => `Version ${version} ist neuer`,
    emptyTitle: "Kein Formular nutzt diese Tabelle live",
    empty: "Ein Formular nutzt sie, sobald seine Definition sie nennt und veröffentlicht ist:"
  },
  publish: {
    open: "Veröffentlichen…",
    title: "Veröffentlichen",
    changes: "Was sich in der Tabelle ändert",
    since: ({ number }) => `Von Version ${number} zum Entwurf.`,
    first: "Dies ist die erste Version.",
    unchanged: ({ number }) => `Aus dem Entwurf, wie er ist, wurde Version ${number}.`,
    stale: "Der Entwurf hat sich geändert, seit diese Seite geöffnet wurde",
    staleWhy: "Nichts wurde veröffentlicht. Sehen Sie sich den neueren Entwurf an, bevor Sie ihn veröffentlichen.",
    show: "Neueren Entwurf zeigen",
    forms: {
      title: "Formulare, die sie nutzen",
      why: "Das Veröffentlichen selbst ändert kein Formular. Die ausgewählten werden erneut veröffentlicht, wie sie sind, nur mit der neuen Version.",
      label: "Formulare, die die neue Version erhalten",
      none: "Kein Formular nutzt diese Tabelle live.",
      all: "Alle auswählen",
      needs: needing("Das erneute Veröffentlichen von Formularen", "form:publish"),
      needsRead: needing("Das Anzeigen der Formulare", "form:read")
    },
    impact: {
      title: "Mit gespeicherten Einreichungen ausprobieren",
      choose: "Was der Entwurf für die Einreichungen eines Formulars ändern würde, das die Tabelle benutzt.",
      form: "Formular",
      none: "Keines",
      why: "Jede wird mit der Live-Version des Formulars und den Zeilen des Entwurfs ausgewertet, und mit der Version, mit der sie gespeichert wurde. Es wird nichts geändert."
    },
    note: "Notiz",
    noteWhy: "Warum sie veröffentlicht wird. Sie bleibt bei der Version.",
    submit: ({ n, number }) =>
      n === 0
        ? `Version ${number} veröffentlichen`
        : `Version ${number} veröffentlichen, und ${counted(n, "Formular", "Formulare")} erneut`,
    done: {
      title: ({ number }) => `Version ${number} ist veröffentlicht`,
      alone: "Formulare behalten ihre Version. Jedes nimmt die neue, wenn es erneut veröffentlicht wird.",
      forms: ({ n }) => `${counted(n, "Formular hat", "Formulare haben")} ab jetzt die neue Version.`,
      some: ({ n }) => `${counted(n, "Formular behält", "Formulare behalten")} die Version davor.`,
      label: "Ergebnis je Formular",
      form: "Formular",
      what: "Ergebnis",
      renewed: "Erneut veröffentlicht",
      kept: "Nicht veröffentlicht",
      despite:
        "Auf der eigenen Seite des Formulars wird sein Entwurf veröffentlicht, mit der neuen Version, und mit einer Begründung auch dann, wenn Fälle scheitern.",
      publishForm: "Formular veröffentlichen",
      rows: "Zeilen ansehen",
      compare: ({ number }) => `Mit Version ${number} vergleichen`
    }
  },
  inspector: {
    name: "Name hier",
    table: "Tabelle der Organisation",
    version: "Version",
    newest: "Neueste",
    add: "Tabelle nennen",
    none: "Die Organisation hat keine veröffentlichte Tabelle.",
    tableOf: ({ name }) => `Tabelle von ${name}`,
    versionOf: ({ name }) => `Version von ${name}`
  }
}

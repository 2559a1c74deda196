import type { Messages } from "../Messages.ts"
import { counted, listed, needing, numbered } from "./common.ts"
import { spoken, written } from "./names.ts"

type Submission = Messages["submission"]

const fill: Submission["fill"] = {
  label: "Das Formular des Entwurfs",
  save: "Entwurf speichern",
  file: "Einreichen",
  sends:
    "Speichern und Einreichen führen die Live-Version des Formulars aus und senden die Effekte, die darauf warten.",
  status: ({ isSaved, missing, revision }) =>
    `${isSaved ? `Als Revision ${revision} gespeichert` : "Nicht gespeichert"}, ${missing} fehlen`,
  isFiled: "Der Entwurf ist eingereicht: Seine Werte bleiben, wie sie sind.",
  leftOut:
    "Die heutigen Regeln lehnen einen Teil der Live-Version des Formulars ab; deshalb kann der Entwurf hier nicht weiter ausgefüllt werden.",
  filedMeanwhile:
    "Der Entwurf wurde inzwischen eingereicht, deshalb wurde nichts gespeichert. Ihre Eingaben bleiben hier, solange dies geöffnet ist.",
  both: ({ field }) => `Beide haben ${field} geändert`,
  mine: ({ value }) => `Ihre Fassung: ${value}`,
  theirs: ({ value }) => `Jetzt gespeichert: ${value}`,
  goOn: "Zusammenführen und fortfahren",
  leaveTitle: "Ohne Speichern verlassen?",
  leaveWhy: "Was Sie seit dem letzten Speichern ausgefüllt haben, steht nur auf dieser Seite.",
  leave: "Verlassen",
  stay: "Hier bleiben"
}

const keep: Submission["keep"] = {
  action: "Als Fall behalten",
  title: ({ reference }) => `${reference} als Fall behalten`,
  what: "Der Fall enthält die gespeicherten Werte und den Tag, an dem sie gespeichert wurden, und erwartet, was die Regeln damals ergaben.",
  copy: "Er ist eine Kopie für alle, die das Formular lesen, und bleibt, wenn die Einreichung gelöscht wird. Nehmen Sie danach heraus, was eine Person nennt.",
  done: "Als Fall behalten",
  where: ({ name }) =>
    `${name} steht bei den Fällen des Formularentwurfs und läuft bei jeder Änderung sowie vor dem Veröffentlichen.`,
  open: "Entwurf öffnen; die Fälle stehen im Probelauf"
}

const removal: Submission["removal"] = {
  open: "Löschen",
  title: ({ reference }) => `${reference} endgültig löschen?`,
  why: "Das lässt sich nicht rückgängig machen.",
  values: ({ documents = 0, revisions = 0 }) =>
    `Gelöscht werden die Werte, ${counted(revisions, "Revision", "Revisionen")} und ${counted(documents, "Dokument", "Dokumente")} sowie alles, was über die Effekte bekannt ist.`,
  cancelled: ({ ids }) =>
    `Nicht mehr gesendet: ${listed(ids)}. Was in diesem Augenblick gesendet wird, kann noch ankommen.`,
  delivered: ({ ids }) => `Nicht mehr zurückzuholen, weil schon gesendet: ${listed(ids)}.`,
  more: "Es gibt mehr Effekte, als hier aufgeführt sind.",
  unknown: ({ why }) => `Was dazu gesendet wurde, ist hier nicht bekannt. ${why}`,
  reason: "Grund",
  reasonWhy: "Bleibt mit Ihrem Namen und der Vorgangsnummer im Audit-Log.",
  type: ({ reference }) => `Geben Sie zur Bestätigung ${reference} ein`,
  submit: "Endgültig löschen",
  needs: needing("Das Löschen", "submission:delete"),
  done: ({ reference }) => `${reference} ist gelöscht`,
  doneWhy: "Das Audit-Log hält fest, wer sie warum gelöscht hat. Ihre Vorgangsnummer wird nie wieder vergeben."
}

const effects: Submission["effects"] = {
  label: "Effekte, die neuesten zuerst",
  emptyTitle: "Es wurde nichts gesendet",
  empty:
    "Das Formular hat keinen Effekt für das, was mit dieser Einreichung geschah, oder die Bedingung traf jeweils nicht zu.",
  kinds: {
    notification: "Eine E-Mail",
    document: "Ein Dokument",
    integration: "Eine Anfrage",
    delivery: "Ein signiertes Ereignis"
  },
  to: "an",
  on: ({ on }) =>
    on === "filed"
      ? "beim Einreichen"
      : on === "draft_saved"
        ? "beim Speichern eines Entwurfs"
        : `beim Wechsel zu „${spoken(on.replace(/^state:/u, ""))}“`,
  attempts: ({ n }) => (n === 0 ? "Noch kein Versuch." : `${counted(n, "Versuch", "Versuche")}.`),
  next: "Nächster Versuch",
  attaches: "Angehängt:",
  waits: "Wartet auf",
  open: "Details",
  openOf: ({ id }) => `Details zu ${id}`,
  retry: "Erneut senden",
  sendNow: "Jetzt senden",
  sendOf: ({ id, send }) => `${send}: ${id}`,
  retried: "Wird sofort gesendet. Ein Empfänger, der es schon hat, erhält es vielleicht zweimal.",
  needsWrite: needing("Erneutes Senden", "effect:write")
}

const move: Submission["move"] = {
  title: ({ name, reference }) => `${reference}: ${spoken(name)}?`,
  submit: ({ name }) => spoken(name),
  states: ({ from, to }) => `Der Status wechselt von „${spoken(from)}“ zu „${spoken(to)}“. Die Werte bleiben.`,
  fires: ({ ids }) =>
    `Sendet ${listed(ids)}, sofern ${ids.length === 1 ? "die Bedingung zutrifft" : "die jeweilige Bedingung zutrifft"}. Was gesendet ist, lässt sich nicht zurückholen.`,
  allTheSame: ({ name }) => `Trotzdem: ${spoken(name)}`,
  notFrom: ({ name, state }) =>
    `Im Status „${spoken(state)}“ gibt es „${spoken(name)}“ nicht mehr. Ihr Kommentar bleibt hier, solange dies geöffnet ist.`,
  comment: "Kommentar",
  commentWhy: "Bleibt im Verlauf.",
  needs: ({ name, privilege }) => needing(`„${spoken(name)}“`, privilege),
  needsWrite: needing("Eine Änderung des Status", "submission:write"),
  unknown: "Die Übergänge sind nicht bekannt: Die Version des Formulars kann nicht gelesen werden."
}

export const submission: Submission = {
  title: "Einreichung",
  list: "Einreichungen",
  state: ({ name }) => spoken(name),
  stateNamed: ({ text }) => written(text),
  version: ({ number }) => `Version ${number}`,
  revision: ({ revision }) => `Revision ${revision}`,
  made: "angelegt",
  filedBy: "von",
  tabs: {
    label: "Teile der Einreichung",
    values: "Werte",
    fill: "Ausfüllen",
    history: "Verlauf",
    effects: "Effekte",
    documents: "Dokumente",
    json: "JSON",
    audit: "Audit"
  },
  values: {
    all: "Alles anzeigen",
    less: "Weniger anzeigen",
    label: "Das Formular, wie es ausgefüllt wurde",
    noVersion:
      "Die Version des Formulars kann nicht gelesen werden; deshalb stehen die Werte bei den Namen ihrer Felder.",
    notRun:
      "Die heutigen Regeln lehnen diese Version des Formulars ab; deshalb stehen die Werte bei den Namen ihrer Felder.",
    day: ({ day, number }) =>
      `Version ${number} des Formulars; die Regeln laufen mit dem ${day}, dem Tag, an dem die Werte gespeichert wurden.`,
    hidden: ({ n }) => `${counted(n, "Feld wurde", "Felder wurden")} nicht abgefragt`,
    none: "Es wurde nichts ausgefüllt.",
    field: "Feld",
    value: "Wert",
    computed: "berechnet"
  },
  differs: {
    title: "Die Regeln ergeben hier etwas anderes als das, was gespeichert ist",
    why: "Dieselbe Version, dieselben Werte und derselbe Tag liefen in diesem Browser. Es gilt, was gespeichert ist; vielleicht hat sich die Engine seither geändert.",
    label: "Was sich unterscheidet",
    part: "Teil",
    stored: "Gespeichert",
    now: "Hier berechnet",
    kinds: { valid: "Gültig", value: "Wert", outcome: "Ergebnis", problem: "Problem", hidden: "Ausgeblendet" },
    absent: "nicht vorhanden"
  },
  history: {
    label: "Revisionen, die neueste zuerst",
    begun: "Als Entwurf begonnen",
    saved: "Als Entwurf gespeichert",
    filed: "Eingereicht",
    what: "Was sich geändert hat",
    whatOf: ({ revision }) => `Was sich in Revision ${revision} geändert hat`
  },
  changed: {
    label: "Geänderte Werte",
    before: "Vorher",
    after: "Nachher",
    none: "Kein Wert hat sich geändert.",
    nothing: "nichts",
    yes: "Ja",
    no: "Nein",
    row: ({ label, row }) => `${label}, Zeile ${row + 1}`,
    version: "Eine andere Version des Formulars war live.",
    hidden: ({ names }) => `Nicht mehr abgefragt: ${listed(names)}.`,
    asked: ({ names }) => `Jetzt abgefragt: ${listed(names)}.`,
    raised: ({ ids }) => `Neues Ergebnis: ${listed(ids)}.`,
    gone: ({ ids }) => `Entfallenes Ergebnis: ${listed(ids)}.`
  },
  fill,
  meanwhile: {
    title: "Die Einreichung wurde inzwischen geändert; deshalb wurde noch nichts getan",
    who: ({ names, state }) =>
      names.length === 0
        ? `Ihr Status ist jetzt „${spoken(state)}“.`
        : `Geändert von ${listed(names)}. Ihr Status ist jetzt „${spoken(state)}“.`,
    said: ({ comment, name }) => `${name}: ${comment}`
  },
  keep,
  removal,
  effects,
  documents: {
    label: "Dokumente",
    emptyTitle: "Es gibt keine Dokumente",
    empty: "Ein Formular mit einem Effekt der Art document erzeugt sie aus seinen Einreichungen.",
    name: "Datei",
    size: "Größe",
    bytes: ({ size }) => (size < 1_000 ? counted(size, "Byte", "Bytes") : `${numbered(Math.round(size / 1_000))} kB`),
    made: "Erzeugt",
    actions: "Aktionen",
    downloadOf: ({ name }) => `${name} herunterladen`
  },
  json: ({ id }) => `GET /api/platform/submissions/${id}`,
  audit: {
    label: "Audit-Log",
    emptyTitle: "Kein Eintrag betrifft diese Einreichung",
    empty: "Einträge, die älter sind als die Aufbewahrungszeit des Logs, sind gelöscht.",
    request: "Anfrage"
  },
  move
}

import type { Messages } from "../Messages.ts"
import { counted, needing, numbered } from "./common.ts"
import { spoken } from "./names.ts"

const kinds = {
  notification: "eine E-Mail",
  document: "ein Dokument",
  integration: "eine Anfrage",
  delivery: "ein signiertes Ereignis"
} as const

const events = (on: string): string =>
  on === "filed"
    ? "beim Einreichen"
    : on === "draft_saved"
      ? "beim Speichern eines Entwurfs"
      : `im Status „${spoken(on.slice("state:".length))}“`

const effectsOf = (n: number): string => counted(n, "Effekt", "Effekte")

export const effects: Messages["effects"] = {
  title: "Effekte",
  description:
    "E-Mails, Dokumente, Anfragen und signierte Ereignisse, die Einreichungen ausgelöst haben, und was daraus geworden ist.",
  head: ({ kind, on }) => `${kind === undefined ? "" : `${kinds[kind]}, `}${events(on)}`,
  states: { pending: "Ausstehend", delivered: "Zugestellt", dead: "Gescheitert", stopped: "Gestoppt" },
  kinds: {
    notification: "E-Mail",
    document: "Dokument",
    integration: "Anfrage",
    delivery: "Signiertes Ereignis"
  },
  count: ({ hasMore, n }) => `${numbered(n)}${hasMore ? " oder mehr" : ""}`,
  filter: {
    states: "Angezeigte Effekte nach Status",
    all: "Alle",
    label: "Filter",
    form: "Formular",
    anyForm: "Alle Formulare",
    kind: "Art",
    anyKind: "Alle Arten",
    destination: "Ziel",
    destinationWhy: "Ein vollständiger Host, zum Beispiel hooks.example.com.",
    from: "Ausgelöst ab",
    to: "Ausgelöst bis",
    clear: "Filter zurücksetzen",
    submission: "Nur eine Einreichung"
  },
  columns: {
    effect: "Effekt",
    form: "Formular",
    destination: "Ziel",
    state: "Status",
    attempts: "Versuche",
    fired: "Ausgelöst"
  },
  next: "nächster Versuch",
  waits: "Wartet auf",
  noForm: ({ id }) => `${id.slice(0, 8)}…`,
  empty: {
    title: "Noch keine Effekte",
    why: "Die Definition eines Formulars legt fest, was beim Einreichen geschieht: eine E-Mail, ein PDF, eine Anfrage, ein signiertes Ereignis. Jedes Mal entsteht hier eine Zeile.",
    manual:
      "Ein Effekt wird sofort versucht und, solange er fehlschlägt, in immer längeren Abständen erneut. Danach ist er gescheitert, und eine Person kann ihn wiederholen."
  },
  noneHere: { title: "Kein Effekt passt", why: "Mit einem anderen Filter gibt es weitere Effekte." },
  select: ({ name }) => `${name} auswählen`,
  selected: ({ n }) => `${numbered(n)} ausgewählt`,
  selectShown: ({ n }) =>
    n === 1 ? "Den 1 fehlgeschlagenen auswählen" : `Die ${numbered(n)} fehlgeschlagenen auswählen`,
  unselect: "Auswahl aufheben",
  retrySelected: "Ausgewählte erneut versuchen",
  retryAll: "Alle passenden erneut versuchen",
  needsWrite: needing("Ein neuer Versuch", "effect:write"),
  retry: {
    title: "Effekte erneut versuchen",
    selected: ({ n }) => `${effectsOf(n)} ${n === 1 ? "wird" : "werden"} sofort erneut versucht.`,
    found: ({ dead, hasMore, stopped }) => {
      const n = dead + stopped
      const split = stopped === 0 ? "" : `: ${numbered(dead)} gescheitert und ${numbered(stopped)} gestoppt`
      return `${hasMore ? "Mindestens " : ""}${effectsOf(n)} ${n === 1 ? "passt" : "passen"}${split}.`
    },
    why: "Sie werden sofort erneut versucht, die ältesten zuerst. Jeder behält seine ID, an der ein Empfänger erkennt, was er schon hat, und seine Versuche beginnen von vorn.",
    upTo: "Gezählt und versucht wird nur, was bis zum Öffnen dieses Dialogs ausgelöst wurde.",
    none: "Nichts Passendes ist gescheitert oder gestoppt.",
    counting: "Wird gezählt",
    submit: ({ hasMore, n }) => (hasMore ? "Alle erneut versuchen" : `${effectsOf(n)} erneut versuchen`),
    done: ({ n }) => `${effectsOf(n)} ${n === 1 ? "wird" : "werden"} erneut versucht.`
  },
  one: {
    title: "Effekt",
    kind: "Art",
    state: "Status",
    form: "Formular",
    submission: "Einreichung",
    open: "Einreichung öffnen",
    on: "Ausgelöst",
    destination: "Ziel",
    next: "Nächster Versuch",
    attachments: "Angehängte Dokumente",
    waits: "Gesendet wird, sobald diese Dokumente zugestellt sind.",
    id: "ID",
    retry: "Erneut versuchen",
    retryNow: "Jetzt versuchen",
    retried: "Der Effekt wird erneut versucht."
  },
  attempts: {
    title: "Versuche",
    why: "Vom ersten bis zum letzten.",
    none: "Es gab noch keinen Versuch.",
    attempt: ({ number }) => `Versuch ${number}`,
    running: "Läuft",
    results: {
      delivered: "Zugestellt",
      retry: "Fehlgeschlagen, wird später erneut versucht",
      dead: "Endgültig fehlgeschlagen",
      stopped: "Vom Empfänger gestoppt",
      lost: "Verloren"
    },
    status: ({ status }) => `Status ${status}`,
    took: ({ millis }) =>
      millis < 1_000 ? `${millis} ms` : `${(millis / 1_000).toLocaleString("de", { maximumFractionDigits: 1 })} s`,
    excerpt: "Anfang der Antwort",
    lost: "Der Worker wurde währenddessen beendet. Ob die Sendung ankam, ist unbekannt."
  },
  sent: {
    title: "Was gesendet wird",
    why: "So, wie es beim Speichern der Einreichung erzeugt wurde: Jeder Versuch sendet dasselbe. Geheimnisse werden erst beim Senden eingesetzt.",
    nothing: "Es gibt keinen Empfänger, also nichts zu senden.",
    needs:
      "Die Anzeige erfordert die Berechtigung submission:read, die Sie nicht haben: Sie enthält Werte der Einreichung.",
    secret: ({ name }) => `das Geheimnis ${name}`,
    signature: "Signiert mit",
    to: "An",
    cc: "Kopie an",
    replyTo: "Antwort an",
    subject: "Betreff",
    attached: "Angehängt",
    files: "Angehängte Dateien",
    language: "Sprache",
    html: "Quelltext der HTML-Fassung",
    file: "Datei",
    documentTitle: "Titel"
  }
}

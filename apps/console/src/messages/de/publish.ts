import type { Messages } from "../Messages.ts"
import { counted, numbered } from "./common.ts"

const submissions = (n: number): string => counted(n, "Einreichung", "Einreichungen")

const impact: Messages["publish"]["impact"] = {
  title: "Gespeicherte Einreichungen",
  why: "Jede wird mit dem Entwurf ausgewertet und mit der Version, mit der sie gespeichert wurde. Nichts wird geändert.",
  first: "Das Formular wurde nie veröffentlicht, deshalb sind keine Einreichungen gespeichert.",
  faulty: "Der Lauf beginnt, sobald der Entwurf keine Fehler hat.",
  refused: ({ privileges }) => `Der Lauf erfordert ${privileges}; das haben Sie nicht.`,
  limit: "Wie viele der neuesten",
  option: ({ n }) => submissions(n),
  run: "Ausführen",
  skip: "Überspringen",
  skipped: "Übersprungen. Die Notiz wird es festhalten.",
  unskip: "Doch ausführen",
  progress: ({ done, total }) => `${numbered(done)} von ${submissions(total)} ausgewertet`,
  nothing: "Es sind keine Einreichungen gespeichert.",
  none: ({ n }) => (n === 1 ? "Die Einreichung bleibt, wie sie ist." : `Alle ${submissions(n)} bleiben, wie sie sind.`),
  summary: {
    becameInvalid: "ungültig geworden",
    becameValid: "gültig geworden",
    changed: "geändert",
    calculatedData: "mit anderen Werten",
    outcomes: "mit anderen Ergebnissen",
    hiddenFields: "mit anderen ausgeblendeten Feldern"
  },
  interrupted: "Der Prozess, der den Lauf ausführte, wurde beendet. Was unten steht, wurde bis dahin gefunden.",
  failed: "Der Lauf ist fehlgeschlagen. Was unten steht, wurde bis dahin gefunden.",
  busy: "Eine Organisation hat jeweils nur einen Lauf, und ein anderer ist im Gang.",
  again: "Erneut ausführen",
  byField: "Nach Feld",
  field: "Feld",
  problems: "Neue Probleme",
  values: "Andere Werte",
  hidden: "Aus- oder eingeblendet",
  byOutcome: "Nach Ergebnis",
  outcome: "Ergebnis",
  raised: "Neu",
  gone: "Entfallen",
  submissions: "Einreichungen, die sich ändern",
  reference: "Vorgangsnummer",
  what: "Was sich ändert",
  invalid: "Wird ungültig",
  valid: "Wird gültig",
  different: "Ändert sich",
  problem: ({ field, message }) => `${field}: ${message}`,
  value: ({ after, before, field }) => `${field}: ${before} → ${after}`,
  outcomesRaised: ({ names }) => `Neu: ${names}`,
  outcomesGone: ({ names }) => `Entfallen: ${names}`,
  fieldsHidden: ({ names }) => `Ausgeblendet: ${names}`,
  fieldsShown: ({ names }) => `Eingeblendet: ${names}`
}

const finish: Messages["publish"]["finish"] = {
  title: "Veröffentlichen",
  note: "Notiz",
  noteWhy: "Warum diese Version veröffentlicht wird, in bis zu 2.000 Zeichen. Die Notiz bleibt bei der Version.",
  reason: "Warum trotz fehlgeschlagener Fälle veröffentlicht wird",
  reasonWhy: "Das Protokoll hält es fest, mit der Anzahl der Fälle.",
  noteSkipped: "Ohne einen Lauf über gespeicherte Einreichungen veröffentlicht.",
  willSay: "Die Notiz wird enden mit:",
  callersBreak: "Bei Aufrufern der Live-Version kann es zu Fehlern kommen.",
  submissionsBreak: ({ n }) =>
    n === 1
      ? "1 gespeicherte Einreichung würde ungültig."
      : `${numbered(n)} gespeicherte Einreichungen würden ungültig.`,
  submit: ({ number }) => `Version ${number} veröffentlichen`,
  waits: {
    faults: "Zuerst müssen die Fehler behoben werden.",
    checking: "Fehler und Änderungen werden noch ermittelt.",
    impact: "Der Lauf über gespeicherte Einreichungen ist nicht beendet. Warten Sie darauf, oder überspringen Sie ihn.",
    stale: "Sehen Sie sich zuerst die neuere Revision an.",
    cases:
      "Fälle treffen nicht zu. Ändern Sie die Regeln oder die Fälle, oder geben Sie an, warum dennoch veröffentlicht wird.",
    code: "Geben Sie das Kürzel des Formulars ein.",
    privilege: "Sie brauchen die Berechtigung form:publish."
  }
}

export const publish: Messages["publish"] = {
  archived: "Das Formular ist archiviert. Stellen Sie es wieder her, bevor Sie veröffentlichen.",
  stale: {
    title: ({ revision }) => `Inzwischen wurde Revision ${revision} des Entwurfs gespeichert`,
    by: ({ name, revision }) =>
      `Gespeichert von ${name}. Sie haben Revision ${revision} gesehen. Es wurde nichts veröffentlicht.`,
    show: ({ revision }) => `Revision ${revision} anzeigen`
  },
  since: ({ revision }) => `Was seit Revision ${revision} neu ist`,
  faults: {
    title: "Fehler",
    none: "Der Entwurf hat keine Fehler.",
    some: ({ n }) =>
      `Der Entwurf hat ${counted(n, "Fehler", "Fehler")}. Nach dem Beheben kann er veröffentlicht werden.`,
    edit: ({ n }) => (n === 1 ? "Den Fehler beheben" : "Die Fehler beheben")
  },
  examples: {
    title: "Fälle",
    why: "Eingabedaten, die beim Formular liegen, mit dem, was sie ergeben sollen. Trifft einer nicht zu, braucht das Veröffentlichen einen Grund.",
    none: "Das Formular hat keine Fälle.",
    faulty: "Sie laufen, sobald der Entwurf keine Fehler hat.",
    pass: ({ n }) => (n === 1 ? "Der Fall trifft zu." : `Alle ${numbered(n)} Fälle treffen zu.`),
    fail: ({ n, of }) =>
      `${numbered(n)} von ${counted(of, "Fall", "Fällen")} ${n === 1 ? "trifft" : "treffen"} nicht zu`,
    is: "ist",
    expected: "statt",
    unsaid: "Was abweicht, ist zu lang für diese Liste."
  },
  changes: {
    title: "Was sich ändert",
    why: ({ number, revision }) => `Von der Live-Version ${number} zu Revision ${revision} des Entwurfs.`,
    first: "Das ist die erste Version: Noch verwendet kein Aufrufer das Formular."
  },
  callers: {
    title: ({ n }) =>
      `${counted(n, "Schlüssel hat", "Schlüssel haben")} dieses Formular in den letzten 30 Tagen aufgerufen`,
    none: "Kein Schlüssel hat dieses Formular in den letzten 30 Tagen aufgerufen.",
    label: "Schlüssel, die dieses Formular aufgerufen haben",
    key: "Schlüssel",
    calls: "Aufrufe",
    lastDay: "Zuletzt am",
    why: "Gezählt werden Aufrufe von evaluate und create. Die letzten Sekunden fehlen vielleicht noch."
  },
  impact,
  finish,
  done: {
    title: ({ number }) => `Version ${number} ist live`,
    why: "Jeder Aufruf läuft ab jetzt mit ihr, auf jedem Knoten.",
    compare: ({ number }) => `Mit Version ${number} vergleichen`,
    goBack: ({ number }) => `Zu Version ${number} zurückkehren`,
    form: "Zum Formular",
    versions: "Alle Versionen"
  }
}

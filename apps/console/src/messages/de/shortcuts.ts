import type { Messages } from "../Messages.ts"

export const shortcuts: Messages["shortcuts"] = {
  title: "Tastaturkürzel",
  where: {
    everywhere: "Überall",
    workspace: "Arbeitsbereich",
    outline: "Gliederung",
    source: "Quelltext",
    publish: "Veröffentlichen",
    dialog: "Dialoge"
  },
  does: {
    palette: "Eine Seite oder Sache öffnen oder etwas ausführen",
    help: "Diese Liste anzeigen, solange kein Text eingegeben wird",
    goForms: "Zu den Formularen",
    goSubmissions: "Zu den Einreichungen",
    save: "Entwurf jetzt speichern",
    judge: "Probelauf: zwischen „Beim Ausfüllen“ und „Vollständig“ wechseln",
    add: "Element danach einfügen",
    move: "Element nach unten verschieben, mit ↑ nach oben",
    moveIn: "Element in eine Liste verschieben, mit ← heraus",
    duplicate: "Element duplizieren",
    remove: "Element löschen",
    undo: "Rückgängig",
    find: "Suchen und ersetzen",
    propose: "Vorschläge anzeigen",
    rename: "Das Feld an der Einfügemarke überall umbenennen",
    chain:
      "Anzeigen, was das Feld an der Einfügemarke oder ein Name im Ablauf liest und wovon es gelesen wird; auch mit Alt und dem Mauszeiger darauf",
    nextFault: "Zum nächsten Fehler",
    previousFault: "Zum vorigen Fehler",
    publish: "Veröffentlichen",
    answer: "Tun, wonach der Dialog fragt; nie, was sich nicht rückgängig machen lässt"
  },
  keys: { Ctrl: "Strg", Alt: "Alt", Shift: "Umschalt", Enter: "Eingabe", Delete: "Entf", Space: "Leertaste" },
  characters: "Tasten, die nur ein Zeichen sind: ? und alle, die mit g beginnen",
  charactersWhy: "Schalten Sie das aus, wenn Tasten versehentlich oder durch Spracheingabe ausgelöst werden."
}

/** What each keyboard shortcut does. */
export const shortcuts = {
  title: "Keyboard shortcuts",
  where: {
    everywhere: "Everywhere",
    workspace: "Workspace",
    outline: "Outline",
    source: "Source",
    publish: "Publishing",
    dialog: "Dialogs"
  },
  does: {
    palette: "Go to a screen or a thing, or do something",
    help: "Show this list, while no text is being typed",
    goForms: "Go to forms",
    goSubmissions: "Go to submissions",
    save: "Save the draft now",
    judge: "Try-out: switch between filling and complete",
    add: "Add a part after this one",
    move: "Move the part down, or up with ↑",
    moveIn: "Move the part into a list, or out with ←",
    duplicate: "Duplicate the part",
    remove: "Delete the part",
    undo: "Undo",
    find: "Find and replace",
    propose: "Show proposals",
    rename: "Rename the field at the caret everywhere",
    chain:
      "Show what the field at the caret, or a name in the trace, reads and is read by; also Alt and the pointer on it",
    nextFault: "Go to the next fault",
    previousFault: "Go to the fault before",
    publish: "Publish",
    answer: "Do what the dialog asks about; never what cannot be undone"
  },
  /** As they are printed on keyboards that have words on them. */
  keys: { Ctrl: "Ctrl", Alt: "Alt", Shift: "Shift", Enter: "Enter", Delete: "Delete", Space: "Space" },
  characters: "Keys that are a character alone: ?, and those that begin with g",
  charactersWhy: "Switch it off if keys are pressed by accident, or by what you say to your computer."
}

/** The drafts that are open for writing in this tab, for what has to save them or to give them up from outside their screen. */
export interface WrittenDraft {
  readonly formId: string
  /** The definition as the server has it: JSON. */
  readonly savedText: () => string
  /** Saves at once. @returns whether the server has all of it. */
  readonly flush: () => Promise<boolean>
  /** Ends the saving: what the server does not have is given up. */
  readonly abandon: () => void
}

const open = new Set<WrittenDraft>()

/** @returns a function that takes it out again. */
export const noteOpenDraft = (draft: WrittenDraft): (() => void) => {
  open.add(draft)
  return () => void open.delete(draft)
}

export const openDrafts = (): ReadonlyArray<WrittenDraft> => [...open]

/**
 * Texts of drafts that the server does not have yet, in this browser's IndexedDB: they survive a closed tab, a server that is away and a session that has
 * ended. They are kept by person and form, and go when a person signs out: then the server has the browser clear all of its storage.
 */
/** What is kept in this browser until the server has it. */
export interface KeptDraft {
  readonly text: string
  /** The revision that it was made of, and its text. */
  readonly revision: number
  readonly ancestor: string
}

export interface Keeper {
  readonly keep: (draft: KeptDraft) => void
  readonly forget: () => void
}

const DATABASE = "formwork-drafts"
const TEXTS = "texts"
/** Keystrokes that follow each other quickly are written once. */
const PAUSE_MILLIS = 300

const settled = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser keeps nothing")))
  })

const withTexts = async <A>(mode: IDBTransactionMode, work: (texts: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(TEXTS))
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(TEXTS, mode).objectStore(TEXTS)))
  } finally {
    database.close()
  }
}

const keyOf = (userId: string, formId: string): string => `${userId} ${formId}`

/** The keys of all drafts of a person. */
const keysOf = (userId: string): IDBKeyRange => IDBKeyRange.bound(keyOf(userId, ""), keyOf(userId, "\uffff"))

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "text") === "string" &&
  typeof Reflect.get(value, "ancestor") === "string" &&
  typeof Reflect.get(value, "revision") === "number"

/** What this browser keeps of a draft. Undefined also where the browser keeps nothing, as in a private window. */
export const keptDraft = async (userId: string, formId: string): Promise<KeptDraft | undefined> => {
  try {
    const found: unknown = await withTexts("readonly", (texts) => texts.get(keyOf(userId, formId)))
    return isKept(found) ? found : undefined
  } catch {
    return undefined
  }
}

interface Pending {
  readonly timer: ReturnType<typeof setTimeout>
  readonly draft: KeptDraft
}

/** Texts that will be kept in a moment. */
const pending = new Map<string, Pending>()

/** Texts that were not kept yet are not kept any more. */
export const dropPending = (): void => {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
}

/** What this browser keeps of a person's drafts, by form, the newest texts of this tab included. Empty also where the browser keeps nothing. */
export const keptDrafts = async (userId: string): Promise<ReadonlyMap<string, KeptDraft>> => {
  const drafts = new Map<string, KeptDraft>()
  const note = (key: unknown, draft: unknown): void => {
    const [owner, formId] = String(key).split(" ")
    if (owner === userId && formId !== undefined && isKept(draft)) drafts.set(formId, draft)
  }
  try {
    const keys = await withTexts("readonly", (texts) => texts.getAllKeys(keysOf(userId)))
    for (const key of keys) note(key, await withTexts("readonly", (texts): IDBRequest<unknown> => texts.get(key)))
  } catch {
    // The browser keeps nothing.
  }
  for (const [key, { draft }] of pending) note(key, draft)
  return drafts
}

/** Keeps the newest text of a draft, a moment after it was given. */
export const keeperOf = (userId: string, formId: string): Keeper => {
  const key = keyOf(userId, formId)
  const run = (work: (texts: IDBObjectStore) => IDBRequest): void => {
    // The author goes on writing in a browser that keeps nothing: the server has the text in a few seconds.
    void withTexts("readwrite", work).catch(() => undefined)
  }
  return {
    keep: (draft) => {
      clearTimeout(pending.get(key)?.timer)
      const timer = setTimeout(() => {
        pending.delete(key)
        run((texts) => texts.put(draft, key))
      }, PAUSE_MILLIS)
      pending.set(key, { timer, draft })
    },
    forget: () => {
      clearTimeout(pending.get(key)?.timer)
      pending.delete(key)
      run((texts) => texts.delete(key))
    }
  }
}

/** Forgets everything that is kept here, of every person and form. */
export const forgetAll = async (): Promise<void> => {
  dropPending()
  try {
    await withTexts("readwrite", (texts) => texts.clear())
  } catch {
    // The browser keeps nothing.
  }
}

/**
 * Texts of drafts that the server does not have yet, in this browser's IndexedDB: they survive a closed tab and a server that is away. They are kept
 * by person and form, and go when the person signs out.
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

/** Texts that will be kept in a moment. */
const pending = new Map<string, ReturnType<typeof setTimeout>>()

/** Keeps the newest text of a draft, a moment after it was given. */
export const keeperOf = (userId: string, formId: string): Keeper => {
  const key = keyOf(userId, formId)
  const run = (work: (texts: IDBObjectStore) => IDBRequest): void => {
    // The author goes on writing in a browser that keeps nothing: the server has the text in a few seconds.
    void withTexts("readwrite", work).catch(() => undefined)
  }
  return {
    keep: (draft) => {
      clearTimeout(pending.get(key))
      pending.set(
        key,
        setTimeout(() => run((texts) => texts.put(draft, key)), PAUSE_MILLIS)
      )
    },
    forget: () => {
      clearTimeout(pending.get(key))
      run((texts) => texts.delete(key))
    }
  }
}

/** Forgets everything that is kept here, of every person and form. */
export const forgetAll = async (): Promise<void> => {
  for (const timer of pending.values()) clearTimeout(timer)
  try {
    await withTexts("readwrite", (texts) => texts.clear())
  } catch {
    // The browser keeps nothing.
  }
}

/** Saves a draft by itself: soon after a change, seldom enough, and never over what another person has saved. */
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"
import type { StoredDraft } from "../../../api/drafts.ts"
import type { Keeper } from "../../../api/keptDrafts.ts"
import type { DraftStore } from "../document/DraftStore.ts"
import { type Choices, merge } from "../document/merge/merge.ts"
import { sameText } from "../document/merge/sameValue.ts"
import type { Collision, SavedState } from "./SavedState.ts"

/** The server, as far as saving needs it. */
export interface Server {
  readonly read: () => Promise<StoredDraft>
  /** Saves a text that was made of a revision, and gives the revision that it became. */
  readonly save: (text: string, revision: number) => Promise<number>
}

/** After the last change. */
const PAUSE_MILLIS = 1_500
/** Between two saves; also how long typing without a pause may go on. */
const APART_MILLIS = 5_000
/** Waits of a server that is away, until it answers. */
const AWAY_MILLIS = [5_000, 10_000, 20_000, 30_000]

const isAway = (error: unknown): boolean =>
  error instanceof FormworkUnreachable ||
  (error instanceof FormworkError && (error.status === 401 || error.status === 429 || error.status >= 500))

const isConflict = (error: unknown): boolean => error instanceof FormworkError && error.code === "CONFLICT"

const waitMillis = (error: unknown, failures: number): number =>
  error instanceof FormworkError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : (AWAY_MILLIS[Math.min(failures, AWAY_MILLIS.length) - 1] ?? APART_MILLIS)

export class Autosave {
  readonly #store: DraftStore
  readonly #server: Server
  readonly #keeper: Keeper
  readonly #listeners = new Set<() => void>()
  #state: SavedState
  /** What the server has. */
  #saved: Pick<StoredDraft, "revision" | "text">
  /** The revision of another person that was merged last: shown until it is dismissed. */
  #merged: StoredDraft | undefined
  #edition = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #firstChangeAt: number | undefined
  #lastSaveAt = -Infinity
  #failures = 0
  #isStopped = true

  constructor(store: DraftStore, saved: Pick<StoredDraft, "revision" | "text">, server: Server, keeper: Keeper) {
    this.#store = store
    this.#server = server
    this.#keeper = keeper
    this.#saved = saved
    this.#state = { is: "saved", revision: saved.revision }
  }

  /** Begins to save. @returns a function that stops saving; `start` can be called again after it. */
  readonly start = (): (() => void) => {
    this.#isStopped = false
    this.#edition = this.#store.getSnapshot().edition
    const leave = this.#store.subscribe(() => {
      const { edition } = this.#store.getSnapshot()
      if (edition === this.#edition) return
      this.#edition = edition
      this.#changed()
    })
    if (this.#isUnsaved()) this.#changed()
    return () => {
      leave()
      this.#isStopped = true
      clearTimeout(this.#timer)
    }
  }

  readonly getSnapshot = (): SavedState => this.#state

  /** The revision that was merged with this text and that its author may want to know about. */
  readonly getMerged = (): StoredDraft | undefined => this.#merged

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Saves at once what is not saved yet, without waiting for a pause. */
  readonly saveNow = (): void => {
    if (this.#state.is === "saving" || this.#state.is === "collided" || !this.#isUnsaved()) return
    clearTimeout(this.#timer)
    void this.#save()
  }

  /** Saves at once, also what a merge made of it. @returns whether the server has all of the text. */
  readonly flush = async (): Promise<boolean> => {
    do {
      await this.#idle()
      this.saveNow()
      await this.#idle()
    } while (this.#state.is === "changed")
    return !this.#isUnsaved()
  }

  /** The text as the server has it. */
  readonly savedText = (): string => this.#saved.text

  readonly dismissMerged = (): void => {
    this.#merged = undefined
    this.#tell()
  }

  /**
   * Merges with what another person has saved, as its author chose.
   * @returns false while the text is not JSON.
   */
  resolve(choices: Choices): boolean {
    if (this.#state.is !== "collided") return true
    const { ancestor, theirs } = this.#state.collision
    const merged = merge(ancestor, this.#store.getSnapshot().text, theirs.text, choices)
    if (merged === undefined) return false
    this.#take(theirs, merged.text)
    return true
  }

  #isUnsaved(): boolean {
    return this.#store.getSnapshot().text !== this.#saved.text
  }

  /** Waits for the end of a save that is on its way. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#state.is === "saving") return
        leave()
        resolve()
      }
      const leave = this.subscribe(look)
      look()
    })
  }

  #set(state: SavedState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #changed(): void {
    if (!this.#isUnsaved()) {
      this.#firstChangeAt = undefined
      clearTimeout(this.#timer)
      this.#keeper.forget()
      if (this.#state.is !== "saving" && this.#state.is !== "collided")
        this.#set({ is: "saved", revision: this.#saved.revision })
      return
    }
    const { broken, text } = this.#store.getSnapshot()
    this.#keeper.keep({ text, revision: this.#saved.revision, ancestor: this.#saved.text })
    this.#firstChangeAt ??= Date.now()
    if (this.#state.is === "saving" || this.#state.is === "collided") return
    if (broken !== undefined) {
      clearTimeout(this.#timer)
      this.#set({ is: "broken" })
      return
    }
    if (this.#state.is === "away") return
    if (this.#state.is !== "changed") this.#set({ is: "changed" })
    this.#plan(Math.min(Date.now() + PAUSE_MILLIS, this.#firstChangeAt + APART_MILLIS))
  }

  #plan(at: number): void {
    const due = Math.max(at, this.#lastSaveAt + APART_MILLIS)
    this.#saveIn(due - Date.now())
  }

  /** After a stop nothing is sent: this browser keeps the text. */
  #saveIn(millis: number): void {
    clearTimeout(this.#timer)
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#save(), Math.max(0, millis))
  }

  async #save(): Promise<void> {
    const { broken, text } = this.#store.getSnapshot()
    if (broken !== undefined || text === this.#saved.text) return
    this.#set({ is: "saving" })
    this.#lastSaveAt = Date.now()
    this.#firstChangeAt = undefined
    try {
      const revision = await this.#server.save(text, this.#saved.revision)
      this.#failures = 0
      this.#saved = { revision, text }
      this.#settle({ is: "saved", revision })
    } catch (error) {
      await this.#failed(error, text)
    }
  }

  /** What a save has left behind; a change that was made meanwhile goes on from there. */
  #settle(state: SavedState): void {
    this.#set(state)
    this.#changed()
  }

  async #failed(error: unknown, sent: string): Promise<void> {
    if (isConflict(error)) return this.#collide(error, sent)
    if (!isAway(error)) return this.#refuse(error, sent)
    this.#failures += 1
    this.#set({ is: "away", error })
    this.#saveIn(waitMillis(error, this.#failures))
  }

  #refuse(error: unknown, sent: string): void {
    this.#set({ is: "refused", error })
    if (this.#store.getSnapshot().text !== sent) this.#changed()
  }

  async #collide(refusal: unknown, sent: string): Promise<void> {
    try {
      const theirs = await this.#server.read()
      // A conflict with something else than another revision: merging would only meet it again.
      if (theirs.revision === this.#saved.revision) return this.#refuse(refusal, sent)
      // The answer to an earlier attempt was lost: the other revision is this very text.
      if (sameText(theirs.text, sent)) {
        this.#saved = { revision: theirs.revision, text: sent }
        return this.#settle({ is: "saved", revision: theirs.revision })
      }
      const collision: Collision = { ancestor: this.#saved.text, theirs }
      const merged = merge(collision.ancestor, this.#store.getSnapshot().text, theirs.text)
      if (merged === undefined || merged.conflicts.length > 0) this.#set({ is: "collided", collision })
      else this.#take(theirs, merged.text)
    } catch (error) {
      if (isConflict(error)) this.#refuse(error, sent)
      else await this.#failed(error, sent)
    }
  }

  /** Goes on from another person's revision, with this text. */
  #take(theirs: StoredDraft, text: string): void {
    this.#saved = theirs
    this.#merged = theirs
    this.#state = { is: "changed" }
    this.#store.replace(text)
    this.#changed()
    this.#tell()
  }
}

/** The uploads of one element: how they are made, those that are on their way, and the files that arrived. */
import type { Files } from "./Filler.ts"
import { type StandIn, type Upload, type Uploaded, uploadTo } from "./uploading.ts"

/** What the element's attributes say. */
interface Addresses {
  /** Where files are uploaded, if the page does it in no other way. */
  readonly posted: string | undefined
  readonly base: string
  /** The submission that is shown. */
  readonly submission: string | null
}

export class Uploads {
  /** The page's own way. */
  upload: Upload | undefined
  standIn: StandIn | undefined
  readonly #known = new Map<string, Uploaded>()
  readonly #running = new Set<Promise<boolean>>()

  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /** Waits for all that are on their way. @returns whether none of them was refused. */
  async all(): Promise<boolean> {
    const arrived = await Promise.all(this.#running)
    return arrived.every((one) => one)
  }

  filesOf({ base, posted, submission }: Addresses): Files {
    return {
      upload: this.upload ?? (posted === undefined ? undefined : uploadTo(posted)),
      standIn: this.standIn,
      addressOf:
        submission === null
          ? undefined
          : (id) => `${base}/submissions/${encodeURIComponent(submission)}/files/${encodeURIComponent(id)}`,
      known: this.#known,
      running: (upload) => {
        this.#running.add(upload)
        void upload.finally(() => this.#running.delete(upload))
      }
    }
  }
}

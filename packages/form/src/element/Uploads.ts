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

/** The files of a submission, as its server lists them; none where it does not. */
const filesAt = async (address: string): Promise<ReadonlyArray<Uploaded>> => {
  const answer = await fetch(address)
  const body: unknown = answer.ok ? await answer.json() : undefined
  const items: unknown = Object(body).items
  return Array.isArray(items) ? items.filter(isUploaded) : []
}

const isUploaded = (item: unknown): item is Uploaded => {
  const { id, name, size } = Object(item)
  return typeof id === "string" && typeof name === "string" && typeof size === "number"
}

export class Uploads {
  /** @param changed is called when more is known of files that are shown. */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  readonly #changed: () => void
  /** The page's own way. */
  upload: Upload | undefined
  standIn: StandIn | undefined
  readonly #known = new Map<string, Uploaded>()
  readonly #kept = new Map<string, Uploaded>()
  #asked: string | undefined
  readonly #running = new Set<Promise<boolean>>()

  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /** Waits for all that are on their way. @returns whether none of them was refused. */
  async all(): Promise<boolean> {
    const arrived = await Promise.all(this.#running)
    return arrived.every((one) => one)
  }

  /** What is known of a file of the submission. The first question asks the server for all of them. */
  #keptOf(files: string, id: string): Uploaded | undefined {
    if (this.#asked !== files) {
      this.#asked = files
      filesAt(files).then(
        (found) => {
          for (const file of found) this.#kept.set(file.id, file)
          if (found.length > 0) this.#changed()
        },
        () => undefined
      )
    }
    return this.#kept.get(id)
  }

  filesOf({ base, posted, submission }: Addresses): Files {
    const files = submission === null ? undefined : `${base}/submissions/${encodeURIComponent(submission)}/files`
    const upload = this.upload ?? (posted === undefined ? undefined : uploadTo(posted))
    return {
      upload,
      takeBack: (id) => void upload?.takeBack?.(id).catch(() => undefined),
      standIn: this.standIn,
      addressOf: files === undefined ? undefined : (id) => `${files}/${encodeURIComponent(id)}`,
      keptOf: (id) => (files === undefined ? undefined : this.#keptOf(files, id)),
      known: this.#known,
      running: (upload) => {
        this.#running.add(upload)
        void upload.finally(() => this.#running.delete(upload))
      }
    }
  }
}

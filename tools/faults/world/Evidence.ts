/** What is visible from outside: the answers to clients, the rows of the database, the requests at receivers. */
import type { JsonObject } from "@formwork/rules/Json"

/** A 201. */
export interface Created {
  /** When the answer arrived, in milliseconds of one clock. */
  readonly at: number
  readonly id: string
  readonly reference: string
  readonly state: string
  readonly data: JsonObject
  readonly calculated: JsonObject
}

/** One submission that a client wanted filed, or saved as a draft, with any number of requests. */
export interface Wanted {
  /** The form's code. */
  readonly form: string
  /** A value that only its own data has. */
  readonly marker: string
  readonly key: string | undefined
  readonly draft: boolean
  readonly data: JsonObject
  /** When it was first sent, by the clock of `Created.at`. */
  readonly sentAt: number
  readonly created: ReadonlyArray<Created>
}

/** A change of a submission that was answered, or that a later answer shows. */
export interface Changed {
  readonly submission: string
  /** The revision after the change. */
  readonly revision: number
  readonly state: string
}

export interface StoredSubmission {
  readonly id: string
  readonly form: string
  readonly reference: string | null
  readonly state: string
  readonly data: JsonObject
  readonly calculated: JsonObject
}

export interface StoredRevision {
  readonly submission: string
  readonly revision: number
  readonly state: string
  readonly transition: string | null
}

export interface StoredFiring {
  readonly id: string
  readonly submission: string
  readonly effect: string
  readonly on: string
  readonly state: string
}

/** One request at a receiver, one message in the mailbox, or one stored document. */
export interface Arrival {
  /** `webhook-id` of a delivery, `Idempotency-Key` of an integration, of a message its Message-ID before the @; a document's own. */
  readonly id: string
  /** The form's code and the effect's id: from the address, of a message from its subject. */
  readonly form: string
  readonly effect: string
  /** From the body, or the subject. */
  readonly submission: string
  readonly reference: string
  /** The whole body's digest. */
  readonly digest: string
  /** Of a message: the digests of the files that it carries, in their order. */
  readonly attached: ReadonlyArray<string>
  /** Whether a delivery's signature is valid, or a document is a PDF; true for the other kinds. */
  readonly isGenuine: boolean
  /** Whether the receiver accepted it. */
  readonly isTaken: boolean
}

export interface Evidence {
  readonly wanted: ReadonlyArray<Wanted>
  readonly changed: ReadonlyArray<Changed>
  readonly submissions: ReadonlyArray<StoredSubmission>
  readonly revisions: ReadonlyArray<StoredRevision>
  readonly firings: ReadonlyArray<StoredFiring>
  readonly keys: ReadonlyArray<{ readonly key: string; readonly submission: string }>
  readonly arrivals: ReadonlyArray<Arrival>
  /** Other errors: an answer that no client may get, a process that ended without being killed. */
  readonly strange: ReadonlyArray<string>
}

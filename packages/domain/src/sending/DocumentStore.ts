/** Port: stores finished documents, and reads those that an e-mail attaches. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type { FiringId } from "../filing/Firing.ts"

/** The document could not be stored; trying again later may help. */
export class DocumentNotStored extends Schema.TaggedError<DocumentNotStored>()("DocumentNotStored", {
  /** For the log and for an operator. */
  reason: Schema.String
}) {}

export interface StoredFile {
  /** A bare name: no folder, no control characters, at most 204 bytes. */
  readonly fileName: string
  readonly mediaType: "application/pdf"
  readonly bytes: Uint8Array
}

export class DocumentStore extends Context.Service<
  DocumentStore,
  {
    /**
     * Stores the file of a firing, or replaces it.
     * @returns the file's place as text for a person: a path or a URL.
     */
    readonly put: (
      organisationId: OrganisationId,
      firingId: FiringId,
      file: StoredFile
    ) => Effect.Effect<string, DocumentNotStored>
    /** The file of a firing, byte for byte as it was put. */
    readonly find: (organisationId: OrganisationId, firingId: FiringId) => Effect.Effect<Option.Option<StoredFile>>
  }
>()("@formwork/domain/sending/DocumentStore") {}

/** The DocumentStore port over a folder: `<organisation>/<firing>/<file name>`. */
import { Effect, FileSystem, Layer, Option, Path } from "effect"
import { DocumentNotStored, DocumentStore } from "@formwork/domain/sending/DocumentStore"

/** Only the owner can read the files. Each is written under another name and renamed, so no reader sees half a file. */
export const layer = (folder: string) =>
  Layer.effect(
    DocumentStore,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      return DocumentStore.of({
        put: Effect.fn("DocumentStore.put")(
          function* (organisationId, firingId, { bytes, fileName }) {
            const place = path.join(folder, organisationId, firingId)
            const target = path.join(place, fileName)
            yield* files.makeDirectory(place, { recursive: true, mode: 0o700 })
            yield* files.writeFile(`${target}.part`, bytes, { mode: 0o600 })
            yield* files.rename(`${target}.part`, target)
            return target
          },
          Effect.mapError(({ message }) => new DocumentNotStored({ reason: message }))
        ),
        find: Effect.fn("DocumentStore.find")(function* (organisationId, firingId) {
          const place = path.join(folder, organisationId, firingId)
          const names = yield* Effect.orElseSucceed(files.readDirectory(place), () => [])
          const fileName = names.find((name) => !name.endsWith(".part"))
          if (fileName === undefined) return Option.none()
          const bytes = yield* Effect.orDie(files.readFile(path.join(place, fileName)))
          return Option.some({ fileName, mediaType: "application/pdf", bytes } as const)
        })
      })
    })
  )

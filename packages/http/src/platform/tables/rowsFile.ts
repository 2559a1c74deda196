/** The rows of a table as a file, in pieces: others have a turn after each. */
import { Stream } from "effect"
import { csvOfText, linesOfText } from "@formwork/rules/tableCsv"
import { nextTurn } from "@formwork/domain/limits/nextTurn"

/** @param text lines that could be read, as a table is kept. */
export const rowsFile = (format: "csv" | "ndjson", text: string): Stream.Stream<string> => {
  const pieces = format === "csv" ? csvOfText : linesOfText
  // A stream pulls as many pieces at once as its chunks may have.
  return Stream.fromIterable({ [Symbol.iterator]: () => pieces(text) }, { chunkSize: 1 }).pipe(
    Stream.tap(() => nextTurn)
  )
}

/** A reason to stop, in a sentence for the person who started the command. */
export class Stop extends Error {}

/** Ends the command as that person would want it: the sentence, without a stack. */
export const stopped = (error: unknown): void => {
  if (!(error instanceof Stop)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

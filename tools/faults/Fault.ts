/** One disturbance of the running service. */

export interface Fault {
  readonly name: string
  /** False where the fault found nothing to act on, and so did not happen. */
  readonly happen: () => Promise<boolean>
}

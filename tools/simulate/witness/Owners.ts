/** Which organisation each record belongs to: an answer names its caller's records alone. */
import type { Caller } from "@formwork/domain/callers/Caller"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Court } from "./Court.ts"

export class Owners {
  private readonly owners = new Map<string, OrganisationId>()
  private readonly court: Court

  constructor(court: Court) {
    this.court = court
  }

  owns(organisationId: OrganisationId, id: string): void {
    this.owners.set(id, organisationId)
  }

  /** The answer to `caller` names these records. */
  saw({ organisationId }: Pick<Caller, "organisationId">, what: string, ids: ReadonlyArray<string>): void {
    for (const id of ids) {
      const owner = this.owners.get(id)
      this.court.expect(
        owner === organisationId,
        "no answer holds another organisation's rows",
        `${what} answers records of organisation ${organisationId}`,
        `it answered ${id}, which ${owner === undefined ? "was never stored" : `belongs to ${owner}`}`
      )
    }
  }
}

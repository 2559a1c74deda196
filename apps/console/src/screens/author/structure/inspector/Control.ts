/** What a control of the inspector is given. */
import type { Fault } from "@formwork/rules/Fault"
import type { Node } from "../../document/parseText.ts"
import type { StructureTools } from "../StructureTools.ts"
import type { Member } from "./members.ts"

export interface ControlProps {
  readonly member: Member
  /** Of the member. */
  readonly pointer: string
  /** Its value; undefined while it is left out. */
  readonly node: Node | undefined
  /** The text that `node` is of. */
  readonly text: string
  readonly tree: Node
  readonly label: string
  readonly description: string | undefined
  /** The sentences of its faults. */
  readonly problem: string
  readonly isDisabled: boolean
  readonly tools: StructureTools
  /** Sets it to JSON, or takes it out. */
  readonly onChange: (json: string | undefined) => void
}

/** The sentences of the faults at a member and in it. */
export const problemOf = (faults: ReadonlyArray<Fault>, pointer: string): string =>
  faults
    .filter((fault) => fault.pointer === pointer)
    .map(({ message }) => message)
    .join(" ")

/** Faults of a part that no control of the inspector shows: faults about missing members, and about members without a control. */
import type { Fault } from "@formwork/rules/Fault"
import { Notice } from "../../../../parts/Notice.tsx"
import { below } from "../../document/pointer.ts"
import { groupsOf, type Part } from "./partAt.ts"

interface FaultNoticeProps {
  readonly part: Part
  readonly faults: ReadonlyArray<Fault>
}

export const FaultNotice = ({ faults, part }: FaultNoticeProps) => {
  const members = groupsOf(part).flatMap(({ members }) => members)
  const known = new Set(members.map(({ name }) => name))
  const shown = faults.filter(({ pointer }) => {
    if (pointer === part.pointer) return part.kind !== "workflow"
    const [, name = ""] = pointer.startsWith(below(part.pointer, ""))
      ? pointer.slice(part.pointer.length).split("/")
      : []
    return part.kind !== "form" && part.kind !== "effect" && part.kind !== "workflow" && name !== "" && !known.has(name)
  })
  if (shown.length === 0) return null
  return (
    <Notice tone="error">
      {shown.map(({ message, pointer }) => (
        <p key={`${pointer} ${message}`}>{message}</p>
      ))}
    </Notice>
  )
}

/** What an author calls a part: `premium`, `drivers.age`, the id of a check, an outcome or an effect. */
import type { Authoring } from "../authoring/Authoring.ts"
import { memberOf, nodeAt, textOf } from "../document/nodes.ts"

export const partName = ({ engine, store }: Authoring, pointer: string): string => {
  const name = engine.getSnapshot().checked?.names.find((one) => one.pointer === pointer)?.name
  const tree = store.getSnapshot().good?.tree
  return name ?? textOf(memberOf(tree && nodeAt(tree, pointer), "id")) ?? pointer.slice(1)
}

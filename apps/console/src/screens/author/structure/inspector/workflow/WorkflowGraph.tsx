/** The workflow as a drawing. The tables beside it say the same in words. */
import { useId } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { graphOf, STATE_HEIGHT } from "./graphOf.ts"
import styles from "./Workflow.module.css"
import type { WorkflowOf } from "./workflowOf.ts"

export const WorkflowGraph = ({ workflow }: { readonly workflow: WorkflowOf }) => {
  const { structure } = useMessages()
  const head = useId()
  const { arrows, height, states, width } = graphOf(workflow)
  const { states: count, transitions } = workflow
  return (
    <div className={styles.frame}>
      <svg
        className={styles.graph}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={structure.workflow.graph({ states: count.length, transitions: transitions.length })}
      >
        <defs>
          <marker id={head} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path className={styles.head} d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {arrows.map(({ key, path }) => (
          <path key={key} className={styles.arrow} d={path} markerEnd={`url(#${head})`} />
        ))}
        {states.map(({ isInitial, name, width: own, x, y }) => (
          <g key={name}>
            <rect
              className={isInitial ? styles.initial : styles.state}
              x={x}
              y={y}
              width={own}
              height={STATE_HEIGHT}
              rx={6}
            />
            <text className={styles.stateName} x={x + own / 2} y={y + STATE_HEIGHT / 2}>
              {name}
            </text>
          </g>
        ))}
        {arrows.map(({ key, name, x, y }) => (
          <text key={key} className={styles.arrowName} x={x} y={y}>
            {name}
          </text>
        ))}
      </svg>
    </div>
  )
}

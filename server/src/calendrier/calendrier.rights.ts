import { type Agent, peut } from '../platform/agent.ts'

/** More time is asked for one's own structures: a regional office reads its children's months only. */
export const calendrierRights = {
  'calendrier.demander': (agent: Agent, { id }: { id: number }): boolean =>
    peut(agent, 'calendrier.demander', id),
}

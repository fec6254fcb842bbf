import { useSyncExternalStore } from 'react'
import type { Auth } from './stockage.ts'
import {
  readStructureTravail,
  structuresTravail,
  subscribeStructureTravail,
} from './structureTravail.ts'

export const useStructuresTravail = (auth: Auth) =>
  structuresTravail(auth, useSyncExternalStore(subscribeStructureTravail, readStructureTravail))

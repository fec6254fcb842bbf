import type { Champ } from '@releve/contract/champ.ts'
import { estSimple, type NomPropre, nomsDe } from '@releve/contract/champs.ts'
import {
  BLOCS_STRUCTURE,
  CHAMPS_STRUCTURE as c,
} from '@releve/contract/structure/structure.champs.ts'
import type { PeriodeStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { FicheStructure } from './FicheStructure.tsx'
import { dessinDe } from './StructureForm.tsx'
import { structureLueDe } from './structure.banc.ts'

function montrer(fiche: Partial<Structure>, dites: PeriodeStructure[] = []): string {
  const page = createElement(FicheStructure, { structure: structureLueDe(fiche, dites) })
  const client = new QueryClient()
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MemoryRouter, null, page)),
  )
}

/** Another value of each field, than those of the bench. */
const PROPRES = {
  typeStructure: 'POUP',
  statutStructure: 'CONF',
  region: 'R02',
  parent: { id: 2, code: 'DR-R02', libelle: 'Direction' },
  postesReference: { B: 8 },
  modeles: ['SMP'],
  effectifsOuverture: { RMA: 43 },
  etat: 'SUSPENDUE',
} satisfies Pick<Structure, NomPropre<typeof c>>

function autreDe(champ: Champ): string | number {
  if (champ.sorte === 'nombre') return 13
  return champ.sorte === 'jour' ? '2031-05-06' : 'awa'
}

const AUTRES = nomsDe(c).map(
  (nom) => [nom, estSimple(c, nom) ? autreDe(c[nom]) : PROPRES[nom]] as const,
)

it.each(AUTRES)('la fiche montre %s', (nom, autre) => {
  expect(montrer({ [nom]: autre })).not.toBe(montrer({}))
})

it('le formulaire dessine chaque champ une fois, sauf l’état, que des actes changent', () => {
  const dessines = BLOCS_STRUCTURE.flatMap((bloc) => Object.values(dessinDe(bloc)).flat())
  expect(dessines.toSorted()).toEqual(
    nomsDe(c)
      .filter((nom) => nom !== 'etat')
      .toSorted(),
  )
})

it('la fiche dit depuis quand, ce qui vient, et l’historique ; rien de ce qui n’a pas changé', () => {
  expect(montrer({})).not.toContain('À venir')
  const page = montrer({ capacite: 60 }, [
    { champ: 'capacite', valeur: 40, de: null, a: { mois: 'MARCH', annee: 2020 } },
    { champ: 'capacite', valeur: 60, de: { mois: 'APRIL', annee: 2020 }, a: null },
    { champ: 'modeles', valeur: 'BUD', de: { mois: 'JANUARY', annee: 2100 }, a: null },
    { champ: 'parent', valeur: null, de: { mois: 'MAY', annee: 2100 }, a: null },
  ]).replaceAll('\u00a0', ' ')
  expect(page).toContain('>Depuis avril 2020<')
  expect(page).toContain('>40 places<')
  expect(page).toContain('>Jusqu’en mars 2020<')
  expect(page).toContain('>À venir : BUD, à partir de janvier 2100<')
  expect(page).toContain('>À venir : Aucune, à partir de mai 2100<')
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Colonne, Tableau } from './Tableau.tsx'

type Ligne = { nom: string; nombre: number | null; compte: boolean }
const COLONNES: readonly Colonne<Ligne>[] = [
  { cle: 'nom', titre: 'Nom', rendu: ({ nom }) => nom },
  {
    cle: 'nombre',
    titre: 'Nombre',
    concerne: ({ compte }) => compte,
    rendu: ({ nombre }) => nombre ?? '—',
  },
]

/** What the table shows, cell by cell. */
function montrer(...lignes: Ligne[]): string[] {
  const props = { legende: 'Essai', colonnes: COLONNES, lignes, cleDe: ({ nom }: Ligne) => nom }
  const html = renderToStaticMarkup(createElement(Tableau<Ligne>, props))
  return [...html.matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/g)].map(([, dit = '']) => dit)
}

const COMPTE = { nom: 'a', nombre: 4, compte: true }
const TU = { nom: 'b', nombre: null, compte: true }
const SANS = { nom: 'c', nombre: null, compte: false }

it('laisse vide la cellule d’une ligne que sa colonne ne concerne pas', () => {
  expect(montrer(COMPTE, TU, SANS)).toEqual(['Nom', 'Nombre', 'a', '4', 'b', '—', 'c', ''])
})

it('n’a pas de colonne qui ne concerne aucune de ses lignes', () => {
  expect(montrer(SANS)).toEqual(['Nom', 'c'])
  expect(montrer()).toEqual(['Nom', 'Nombre'])
})

import type { Total } from '@releve/contract/page.ts'
import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { formatCompte } from './format.ts'
import { Liste } from './Liste.tsx'
import { liste, useListe } from './useListe.ts'

const TABLE = liste({
  filtres: {},
  tris: [],
  cleDe: String,
  colonnes: [{ cle: 'nom', titre: 'Nom', rendu: (nom: string) => nom }],
  textes: {
    titre: 'Rapports',
    compte: (n) => formatCompte(n, 'rapport'),
    vide: 'Rien.',
    aucun: 'Aucun.',
  },
})

const jamais = () => Promise.reject(new Error('rien n’est exporté'))

/** What this page of a list shows, as a text: no tag, ordinary spaces. */
function montrer(page: number, total: Total, lues: number): string {
  const elements = Array.from({ length: lues }, (_, i) => `L${i}`)
  const data = { elements, taille: 25, ...total }
  // Of an answer that is there, nothing else is read.
  const requete = { data, isSuccess: true, isPlaceholderData: false } as UseQueryResult<typeof data>
  const Ecran = () =>
    createElement(Liste<string>, { requete, filtrage: useListe(TABLE), exporter: jamais })
  const initialEntries = [`/?page=${page}`]
  const routeur = createElement(MemoryRouter, { initialEntries }, createElement(Ecran))
  const client = new QueryClient()
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, routeur))
  return html.replaceAll(/<[^>]+>/g, '|').replaceAll(/[\u00a0\u202f]/g, ' ')
}

const BORNE: Total = { total: 1000, totalBorne: true }
const SUIVANTE = 'Page suivante'
const PRECEDENTE = 'Page précédente'

describe('une liste dont le total est borné', () => {
  it('le dit, et annonce « plus de 1 000 »', () => {
    const vue = montrer(1, BORNE, 25)
    expect(vue).toContain('|Plus de 1 000 rapports|')
    expect(vue).toContain('|1–25 sur plus de 1 000|')
  })

  it('garde « page suivante » au-delà de la borne, tant qu’une page est pleine', () => {
    const pleine = montrer(41, BORNE, 25)
    expect(pleine).toContain('|1 001–1 025 sur plus de 1 000|')
    expect(pleine).toContain(SUIVANTE)
    const derniere = montrer(42, BORNE, 7)
    expect(derniere).toContain('|1 026–1 032 sur plus de 1 000|')
    expect(derniere).not.toContain(SUIVANTE)
    expect(derniere).toContain(PRECEDENTE)
  })

  it.each([43, 999])('dit qu’elle est finie avant la page %i, et ramène à la première', (page) => {
    const vue = montrer(page, BORNE, 0)
    expect(vue).toContain('La liste s’arrête avant cette page.')
    expect(vue).toContain('Revenir à la première page')
    expect(vue).not.toContain(SUIVANTE)
    expect(vue).toContain(PRECEDENTE)
  })
})

it('une liste dont le total est exact sait sa dernière page', () => {
  expect(montrer(40, { total: 1000 }, 25)).toContain('|976–1 000 sur 1 000|')
  expect(montrer(40, { total: 1000 }, 25)).not.toContain(SUIVANTE)
  expect(montrer(39, { total: 1000 }, 25)).toContain(SUIVANTE)
})

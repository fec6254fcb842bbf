import { verifierForme } from '@releve/contract/modele/source.forme.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Convertir,
  codeDeControle,
  Inconvertible,
  libelleDe,
  type ModeleConverti,
  ouvrirCodes,
} from './ailleurs.ts'
import { METADONNEES } from './dhis2.banc.ts'
import { lireVenuIci } from './origine.ts'
import { lireVenu } from './venu.ts'

describe('les codes donnés à ce qui vient d’ailleurs', () => {
  it('sont en capitales, commencent par une lettre, et chacun est seul', () => {
    const donner = ouvrirCodes()
    expect(donner('Âge (années)', 'C')).toBe('AGE_ANNEES')
    expect(donner('age annees', 'C')).toBe('AGE_ANNEES_2')
    expect(donner('5-ans', 'C')).toBe('C_5_ANS')
    expect(donner('et', 'C')).toBe('C_ET')
    expect(donner('الاسم', 'C')).toBe('C')
    expect(donner('الاسم', 'C')).toBe('C_2')
  })

  it('peuvent être des chiffres dans une liste, mais ni ND ni SO', () => {
    const donner = ouvrirCodes('liste')
    expect(['1', 'non', 'nd', 'SO', '', '1'].map((texte) => donner(texte, 'C'))).toEqual([
      '1',
      'NON',
      'C_ND',
      'C_SO',
      'C',
      '1_2',
    ])
  })

  it('sont acceptés, quel que soit le texte', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 })), (textes) => {
        const donner = ouvrirCodes()
        const codes = textes.map((texte) => donner(texte, 'C'))
        expect(new Set(codes).size).toBe(codes.length)
        for (const code of codes) expect(code).toMatch(/^[A-Z][A-Z0-9_]{0,29}$/)
      }),
    )
  })

  it('se donnent aussi vite quand dix mille choses ont le même nom', () => {
    const donner = ouvrirCodes()
    const codes = Array.from({ length: 10_000 }, () => donner('x'.repeat(200), 'C'))
    expect(new Set(codes).size).toBe(10_000)
  })
})

it('les contrôles se numérotent par lettre et par rang', () => {
  expect([0, 98, 99, 500].map(codeDeControle)).toEqual(['XA01', 'XA99', 'XB01', 'XF06'])
})

describe('les libellés qui viennent d’ailleurs', () => {
  it('tiennent sur une ligne, coupés à ce qu’un libellé peut avoir', () => {
    expect(libelleDe(' Nombre\n de   cas ')).toBe('Nombre de cas')
    expect(libelleDe('a'.repeat(300))).toHaveLength(200)
  })

  it('se gardent, quel que soit le texte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (texte) => {
        const libelle = libelleDe(texte)
        expect(libelle.length).toBeLessThanOrEqual(200)
        expect(libelle).not.toMatch(/[\0\uD800-\uDFFF]/u)
      }),
    )
  })
})

it('un convertisseur donne une source, ce qu’il a rencontré, et ce entre quoi choisir', () => {
  const converti: ModeleConverti = {
    source: {
      code: 'ESSAI',
      version: 1,
      libelle: 'Essai',
      periodicite: 'MENSUELLE',
      typesStructure: [],
      indicateurs: {},
      sections: [{ code: 'ID', libelle: 'Identification', type: 'identification' }],
      controles: [],
    },
    constats: [{ place: 'survey, ligne 2', genre: 'COMPRIS', phrase: 'Ce champ est repris.' }],
    listes: [],
  }
  const convertir: Convertir<string> = (lu) => {
    if (lu === '') throw new Inconvertible('Ce fichier ne contient aucune question.')
    return { choix: [{ code: 'a', libelle: 'A' }], choisi: 'a', converti }
  }
  const { source } = convertir('x').converti
  expect(verifierForme(source)).toEqual([])
  expect(() => convertir('')).toThrow(Inconvertible)
})

it('un fichier se convertit à part, dans un temps et une mémoire comptés', async () => {
  const contenu = Buffer.from(JSON.stringify(METADONNEES))
  const depot = {
    fichier: { nom: 'metadonnees.json', typeMime: 'application/json', contenu },
    choix: 'dsBilan0001',
  }
  const pour = { compte: 1 }
  expect(await lireVenu(depot, pour)).toEqual(await lireVenuIci(contenu, depot.choix))
  const limites = { duree: 1, processeur: 5000, memoire: 400 }
  const trop = await lireVenu(depot, pour, limites).catch((echec: unknown) => echec)
  expect(trop).toMatchObject({ code: 'MODELE_ILLISIBLE', statut: 422 })
  expect(String(trop)).toContain('demande trop de travail')
})

import type { Texte } from '@releve/contract/champ.ts'
import { CHAMPS_CONTACT } from '@releve/contract/contact/contact.champs.ts'
import { describe, expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import {
  attributsDe,
  consigneDe,
  differences,
  fauteDe,
  fautesDe,
  fusionner,
  libelleDe,
  refusDe,
} from './saisie.ts'

const CODE: Texte = { libelle: 'Code', max: 5, requis: 'Saisissez le code.' }
const NOTE: Texte = { libelle: 'Note', max: 20, nature: 'lignes' }
const NOMBRE = { sorte: 'nombre', min: 0, max: 9, entier: true, faute: 'De 0 à 9.' } as const
const CHAMPS = {
  code: CODE,
  note: NOTE,
  roles: { sorte: 'choix', libelle: 'Rôles', requis: 'Choisissez un rôle.' },
  postes: { ...NOMBRE, libelle: 'Postes' },
  exige: { sorte: 'choix', libelle: 'Exiger' },
} as const
const VIDE = { code: '', note: '', roles: [] as string[], exige: false }

describe('ce qui empêche d’envoyer', () => {
  it('se dit dans l’ordre des champs, et un champ juste n’est pas nommé', () => {
    expect(fautesDe(CHAMPS, VIDE)).toEqual({ code: CODE.requis, roles: CHAMPS.roles.requis })
    expect(Object.keys(fautesDe(CHAMPS, VIDE))).toEqual(['code', 'roles'])
  })

  it('est ce qu’en dit la table, sauf ce que le formulaire sait seul', () => {
    const saisie = { ...VIDE, code: 'trop long', 'postes.A': '12' }
    expect(fautesDe(CHAMPS, saisie, { code: null, note: 'Dites pourquoi.', roles: null })).toEqual({
      note: 'Dites pourquoi.',
      'postes.A': NOMBRE.faute,
    })
  })

  it('se juge selon ce que l’on saisit : un nombre, un jour, un choix', () => {
    const mois = { ...NOMBRE, libelle: 'Mois', requis: 'Un mois.' }
    const jour = { sorte: 'jour', libelle: 'Jour' } as const
    expect(['', ' ', '3', '3,5', 'x'].map((saisi) => fauteDe(mois, saisi))).toEqual([
      'Un mois.',
      'Un mois.',
      null,
      'De 0 à 9.',
      'De 0 à 9.',
    ])
    expect(['', '2024-02-29', '2025-02-29'].map((saisi) => fauteDe(jour, saisi) === null)).toEqual([
      true,
      true,
      false,
    ])
    expect([fauteDe(CHAMPS.roles, ['a']), fauteDe(CHAMPS.exige, false)]).toEqual([null, null])
  })

  it('au contact, se dit dans l’ordre de l’écran, et rien quand tout est bon', () => {
    const vide = { nom: '', email: '', objet: '', message: '' }
    expect(Object.keys(fautesDe(CHAMPS_CONTACT, vide))).toEqual([
      'nom',
      'email',
      'objet',
      'message',
    ])
    const bon = { nom: 'Zoé', email: 'zoe@exemple.org', objet: 'Accès', message: 'Bonjour à tous' }
    expect(fautesDe(CHAMPS_CONTACT, bon)).toEqual({})
    expect(Object.keys(fautesDe(CHAMPS_CONTACT, { ...bon, email: 'zoe@exemple' }))).toEqual([
      'email',
    ])
  })
})

describe('ce qu’un champ dit de lui', () => {
  it('il est facultatif là où d’autres sont demandés, et une case n’a rien à taire', () => {
    const dire = (nom: string) => libelleDe(CHAMPS, VIDE, nom)
    expect(['code', 'note', 'exige', 'postes.A'].map(dire)).toEqual([
      'Code',
      'Note (facultatif)',
      'Exiger',
      'Postes (facultatif), A',
    ])
    expect(libelleDe({ note: NOTE }, { note: '' }, 'note')).toBe('Note')
  })

  it('le clavier et la longueur viennent de sa table', () => {
    expect(attributsDe(CODE)).toEqual({ required: true, maxLength: 5 })
    expect(attributsDe({ ...CODE, nature: 'telephone' })).toMatchObject({ type: 'tel' })
    expect(attributsDe(CHAMPS.postes)).toEqual({ required: false, inputMode: 'numeric' })
  })
})

describe('ce qui est dit au-dessus des champs', () => {
  const dire = (champs: Record<string, Texte>, saisie: Record<string, string | boolean>) =>
    consigneDe(champs, saisie)
  it('compte ce qui est à remplir, et ne parle de champs facultatifs que s’il y en a', () => {
    const vides = { code: '', note: '' }
    expect(dire({ code: CODE }, { code: '' })).toBe('Ce champ est à remplir.')
    expect(dire({ code: CODE, note: CODE }, vides)).toBe('Tous les champs sont à remplir.')
    expect(dire({ code: CODE, note: NOTE }, vides)).toBe(
      'Tous les champs sont à remplir, sauf ceux marqués facultatifs.',
    )
  })

  it('ne dit rien où rien n’est exigé ; une case à cocher n’est pas à remplir', () => {
    expect(dire({ note: NOTE }, { note: '' })).toBeNull()
    expect(dire({ code: CODE, note: NOTE }, { code: '', note: true })).toBe(
      'Ce champ est à remplir.',
    )
  })
})

describe('un refus du serveur', () => {
  const refus = (...faits: { chemin: string; libelle: string }[]) =>
    refusDe(
      new EchecApi(422, { details: faits.map((fait) => ({ code: 'custom', ...fait })) }),
      CHAMPS,
      VIDE,
    )

  it('chaque refus va à son champ, et ceux d’un même champ se disent ensemble', () => {
    expect(
      refus(
        { chemin: 'body.code', libelle: 'Trop court.' },
        { chemin: 'body.roles.0', libelle: 'Rôle inconnu.' },
        { chemin: 'code', libelle: 'En majuscules.' },
        { chemin: 'body.postes.A', libelle: 'Trop.' },
      ),
    ).toEqual({
      code: 'Trop court. En majuscules.',
      roles: 'Rôle inconnu.',
      'postes.A': 'Trop.',
    })
  })

  it('ce que le serveur ne dit d’aucun champ n’en marque aucun', () => {
    expect(refus({ chemin: 'version', libelle: 'Périmée.' })).toEqual({})
    expect(refusDe(new Error('réseau'), CHAMPS, VIDE)).toEqual({})
  })

  it('va au champ de son code, quand il n’en nomme aucun', () => {
    const pris = new EchecApi(409, { code: 'CODE_PRIS', libelle: 'Déjà pris.' })
    expect(refusDe(pris, CHAMPS, VIDE, { CODE_PRIS: 'code' })).toEqual({ code: 'Déjà pris.' })
  })
})

describe('un formulaire changé par deux personnes', () => {
  const base = { editeur: 'A', hebergeur: 'B', facteur: false }

  it('reprend ce que l’autre a écrit, sous ce que l’on a saisi', () => {
    const saisie = { ...base, hebergeur: 'le mien' }
    const fraiche = { editeur: 'le sien', hebergeur: 'le sien', facteur: true }
    expect(fusionner(base, saisie, fraiche)).toEqual({
      editeur: 'le sien',
      hebergeur: 'le mien',
      facteur: true,
    })
  })

  it('dit lesquels ont changé', () => {
    expect(differences(base, { ...base, facteur: true })).toEqual(['facteur'])
    expect(differences(base, { ...base })).toEqual([])
  })

  it('un nombre effacé vaut un nombre jamais saisi, une liste vaut dans tout ordre', () => {
    expect(differences({ roles: ['a', 'b'] }, { roles: ['b', 'a'], 'postes.A': '' })).toEqual([])
  })
})

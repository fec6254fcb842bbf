import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import {
  CAU,
  changer,
  ficheLue,
  importerFichier,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps } = banc

const importer = (contenu: string | Uint8Array, apercu?: 'true') =>
  importerFichier(asDpps, contenu, apercu && { apercu })

describe('les cases d’un tableur de structures', () => {
  it('rendent tels quels les nombres les plus petits, et les textes de plusieurs lignes', async () => {
    const fiche = {
      latitude: 1e-7,
      longitude: -1e-7,
      adresse: 'BP 1\nPort-Clair',
      responsable: '＝x',
    }
    await reussi(changer(banc, CAU, fiche))
    for (const format of ['csv', 'xlsx'] as const) {
      const { octets } = await asDpps.appeler(api.exporterStructures, {
        query: { format, q: CAU },
      })
      const { lignes } = await reussi(importer(octets, 'true'))
      expect(lignes).toMatchObject([{ cle: CAU, effet: 'INCHANGE', details: [] }])
    }
  })

  it('lisent le signe moins tel que l’écran l’écrit', async () => {
    await reussi(importer(`Code;Latitude\n${CAU};−3,5`))
    expect(await ficheLue(banc, CAU)).toMatchObject({ latitude: -3.5 })
  })

  it('remplies sous aucun titre sont dites et refusées ; vides, elles ne comptent pas', async () => {
    const vide = `Code;Capacité\n${CAU};60; ;`
    const [inchangee] = (await reussi(importer(vide, 'true'))).lignes
    expect(inchangee).toMatchObject({ effet: 'INCHANGE', details: [] })
    const pleine = `Code;Capacité\n${CAU};60;75`
    const [ligne] = (await reussi(importer(pleine, 'true'))).lignes
    const fautes = [{ chemin: 'C', code: 'COLONNE_SANS_TITRE' }]
    expect(ligne).toMatchObject({ effet: 'ERREUR', details: fautes })
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(pleine))
    expect(details).toMatchObject([{ chemin: 'lignes.2.C', code: 'COLONNE_SANS_TITRE' }])
    expect(details[0]?.libelle).toContain('C2')
  })

  it('ont toutes leurs fautes dites, ligne par ligne et colonne par colonne', async () => {
    const entetes =
      'Code;Libellé;Type;Région;Rattachement;Téléphone;Latitude;Capacité;Postes A;Modèles;Date d’ouverture;État'
    const juste = 'CAU-R02-07;Bois-Joli;CAU;R02;DR-R02;33 800 00 00;3,5;9;2;RMA;01/02/2025;Active'
    const fausse = `bois joli;;ZZZ;R99;DR-R77;${'9'.repeat(41)};nord;9;-1;RMA XYZ;hier;Invitée`
    const double = juste.replace(';9;', ';deux;')
    const fichier = [entetes, juste, fausse, double].join('\n')
    const { lignes } = await reussi(importer(fichier, 'true'))
    const dites = lignes.flatMap(({ details }) =>
      details.map(({ code, libelle }) => [/\((\w+)\)/.exec(libelle)?.[1], code]),
    )
    expect(dites).toEqual([
      // Right, but for the line below that speaks of the same structure.
      ['A2', 'EN_ATTENTE'],
      ['A3', 'INVALID_FORMAT'],
      ['B3', 'REQUIS'],
      ['C3', 'CODE_INCONNU'],
      ['D3', 'CODE_INCONNU'],
      ['E3', 'PARENT_INCONNU'],
      ['F3', 'TOO_BIG'],
      ['G3', 'VALEUR_ILLISIBLE'],
      ['I3', 'TOO_SMALL'],
      ['J3', 'MODELE_INADAPTE'],
      ['J3', 'MODELE_INCONNU'],
      ['K3', 'VALEUR_ILLISIBLE'],
      ['L3', 'INVITATION_REQUISE'],
      ['A4', 'DOUBLON'],
      ['H4', 'VALEUR_ILLISIBLE'],
    ])
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(fichier))
    expect(details).toHaveLength(14)
  })
})

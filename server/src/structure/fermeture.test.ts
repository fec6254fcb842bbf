import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { listRepertoire } from '../annuaire/retenus.sql.ts'
import {
  CAU,
  changer,
  ficheLue,
  importerFichier,
  lire,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps } = banc

const DR = 'DR-R02'
const fermer = (code: string, dateFermeture = '2025-03-10') =>
  reussi(changer(banc, code, { etat: 'FERMEE', dateFermeture }))
const creer = (champs: Partial<FicheStructure> = {}) =>
  asDpps.appeler(api.creerStructure, { body: { ...NOUVELLE, ...champs } })

const importer = (texte: string) => importerFichier(asDpps, texte)
const ENTETES =
  'Code;Libellé;Type;Région;Rattachement;Modèles;Date d’ouverture;État;Date de fermeture'
const ligne = (etat: string, fermeture = '') =>
  `${NOUVELLE.code};Bois-Joli;CAU;R02;${DR};RMA;01/02/2025;${etat};${fermeture}`

describe('une direction régionale fermée', () => {
  it('ne reçoit ni structure nouvelle, ni structure d’ailleurs, et la phrase la nomme', async () => {
    await fermer(DR)
    const refus = await refuse(banc, 'PARENT_FERME', () => creer())
    expect(refus.details).toMatchObject([{ chemin: 'body.parent', code: 'PARENT_FERME' }])
    expect(refus.libelle).toContain(`«\u00a0${DR}\u00a0» est fermée`)
    await refuse(banc, 'PARENT_FERME', () => changer(banc, CAU, { parent: DR }))
  })

  it('ne reçoit plus rien dès le lendemain du jour que sa fiche donne pour sa fermeture', async () => {
    await reussi(changer(banc, DR, { dateFermeture: '2025-03-20' }))
    await reussi(creer())
    banc.horloge.maintenant = new Date('2025-03-21T10:00:00Z')
    await refuse(banc, 'PARENT_FERME', () => creer({ code: 'CAU-R02-08' }))
  })

  it('garde celles qu’elle avait en service, que l’on modifie, suspend et reprend', async () => {
    const code = 'CPOLY-R02-01'
    await fermer(DR)
    await reussi(changer(banc, code, { capacite: 81 }))
    await reussi(changer(banc, code, { etat: 'SUSPENDUE' }))
    expect(await reussi(changer(banc, code, { etat: 'ACTIVE' }))).toMatchObject({
      parent: { code: DR },
    })
  })

  it('ne voit pas rouvrir sous elle une structure fermée, qui rouvre sous une autre', async () => {
    const code = 'CPOLY-R02-01'
    await fermer(code)
    await fermer(DR)
    const rouvrir = { etat: 'ACTIVE', dateFermeture: null } as const
    await refuse(banc, 'PARENT_FERME', () => changer(banc, code, rouvrir))
    await reussi(changer(banc, code, { ...rouvrir, parent: 'DR-R01' }))
  })

  it('peut avoir sous elle une structure fermée que l’on inscrit après coup', async () => {
    await fermer(DR)
    const inscrite = await reussi(creer({ etat: 'FERMEE', dateFermeture: '2025-02-28' }))
    expect(inscrite).toMatchObject({ parent: { code: DR } })
  })

  it('refuse de même l’import, où elle peut aussi fermer ou rouvrir', async () => {
    await fermer(DR)
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () =>
      importer(`${ENTETES}\n${ligne('Active')}`),
    )
    expect(details).toMatchObject([{ chemin: 'lignes.2.Rattachement', code: 'PARENT_FERME' }])
    const rouverte = `${DR};Plateaux;DR;R02;;EPM;01/02/2005;Active;`
    await reussi(importer(`${ENTETES}\n${ligne('Active')}\n${rouverte}`))
    const fermee = `${DR};Plateaux;DR;R02;;EPM;01/02/2005;Fermée;01/03/2025`
    const autre = ligne('Active').replace(NOUVELLE.code, 'CAU-R02-08')
    await refuse(banc, 'IMPORT_REFUSE', () => importer(`${ENTETES}\n${autre}\n${fermee}`))
  })
})

describe('une structure fermée', () => {
  const DEMAIN = '2025-03-21'

  it('ne l’est pas à une date à venir : ni créée, ni modifiée, ni importée ainsi', async () => {
    const fermeture = { etat: 'FERMEE', dateFermeture: DEMAIN } as const
    const refus = await refuse(banc, 'FERMETURE_A_VENIR', () => creer(fermeture))
    expect(refus.details).toMatchObject([{ chemin: 'body.dateFermeture' }])
    expect(refus.libelle).toContain('fermeture à venir')
    await refuse(banc, 'FERMETURE_A_VENIR', () => changer(banc, CAU, fermeture))
    await fermer(CAU, '2025-03-20')
    await refuse(banc, 'FERMETURE_A_VENIR', () => changer(banc, CAU, { dateFermeture: DEMAIN }))
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () =>
      importer(`${ENTETES}\n${ligne('Fermée', DEMAIN)}`),
    )
    expect(details).toMatchObject([{ chemin: 'lignes.2.Date de fermeture' }])
  })

  it('peut l’être aujourd’hui, selon le fuseau de la plateforme', async () => {
    banc.horloge.maintenant = new Date('2025-03-31T23:30:00Z')
    await reussi(changer(banc, CAU, { etat: 'FERMEE', dateFermeture: '2025-03-31' }))
    await refuse(banc, 'FERMETURE_A_VENIR', () =>
      changer(banc, 'CPOLY-R02-01', { etat: 'FERMEE', dateFermeture: '2025-04-01' }),
    )
  })

  it('l’a été jadis à une date à venir : sa fiche se modifie sans en parler', async () => {
    await banc.base.db
      .updateTable('structure')
      .set({ etat: 'FERMEE', dateFermeture: '2025-12-31' })
      .where('code', '=', CAU)
      .execute()
    await reussi(changer(banc, CAU, { capacite: 12 }))
    expect(await lire(banc, CAU)).toMatchObject({ etat: 'FERMEE', dateFermeture: '2025-12-31' })
  })

  it('à venir, se dit d’une structure active par sa seule date', async () => {
    expect(await reussi(changer(banc, CAU, { dateFermeture: DEMAIN }))).toMatchObject({
      etat: 'ACTIVE',
    })
  })
})

describe('une structure qui avait fermé, et qui rouvre', () => {
  const repertoire = async (annee: number) => {
    const lues = await listRepertoire(banc.base.db, annee)
    const { dansLAnnee, enFin, enFinAvant } = lues.find(({ code }) => code === CAU) ?? {}
    return [dansLAnnee, enFin, enFinAvant]
  }

  it('n’était pas ouverte entre-temps : ni au 31 décembre, ni dans une année entière', async () => {
    expect(await repertoire(2024)).toEqual([true, true, true])
    await fermer(CAU, '2023-11-30')
    await reussi(
      asDpps.appeler(api.modifierStructure, {
        body: {
          ...(await ficheLue(banc, CAU)),
          version: (await lire(banc, CAU)).version,
          etat: 'ACTIVE',
          dateFermeture: null,
          jourEtat: '2025-02-01',
        },
      }),
    )
    expect(await repertoire(2023)).toEqual([true, false, true])
    expect(await repertoire(2024)).toEqual([false, false, false])
    expect(await repertoire(2025)).toEqual([true, true, false])
  })
})

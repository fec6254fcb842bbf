import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { inscriptionApi as api } from '@releve/contract/inscription/inscription.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ouvrirSmtp } from '../tache/smtp.banc.ts'
import { HEURE, NOUVELLE, ouvrirBancInscription } from './inscription.banc.ts'

const banc = await ouvrirBancInscription()
const { asDpps, avancer, inviter, poster, refuse } = banc

const lister = (query = {}) => reussi(asDpps.appeler(api.listInvitations, { query }))
const renvoyer = (id: number) => asDpps.appeler(api.renvoyerInvitation, { params: { id } })
const annuler = (id: number) => asDpps.appeler(api.annulerInvitation, { params: { id } })

describe('la liste des invitations', () => {
  it('dit sans SMTP que les courriels attendent', async () => {
    await inviter()
    const { envoi, elements } = await lister()
    expect(envoi).toBe('AUCUN')
    expect(elements[0]?.courriel).toBe('EN_ATTENTE')
  })

  it('dit qu’un courriel est remis à plus tard quand le serveur ne répond pas', async () => {
    await inviter()
    const smtp = await ouvrirSmtp()
    await smtp.fermer()
    await poster(smtp)
    const reporte = { etat: 'COURRIEL_EN_ATTENTE', courriel: 'REPORTE', expireLe: null }
    expect((await lister()).elements).toMatchObject([reporte])
    // A link was drawn for the mail that could not leave: it says nothing of the invitation.
    avancer(73 * HEURE)
    expect((await lister()).elements).toMatchObject([reporte])
  })

  it('dit qu’un courriel refusé n’est pas parti, jusqu’à ce que l’invitation soit renvoyée', async () => {
    const { id } = await inviter()
    const smtp = await ouvrirSmtp()
    smtp.humeur.rcpt = () => ({ code: 550, dit: '5.1.1 Inconnu' })
    await poster(smtp)
    const nonParti = { etat: 'COURRIEL_NON_PARTI', courriel: 'ABANDONNE', expireLe: null }
    for (const attente of [0, 100]) {
      avancer(attente * HEURE)
      const { elements } = await lister({ etat: 'COURRIEL_NON_PARTI' })
      expect(elements).toMatchObject([{ ...nonParti, actions: ['renvoyer', 'annuler'] }])
    }
    expect((await reussi(renvoyer(id))).etat).toBe('COURRIEL_EN_ATTENTE')
    await poster()
    expect((await lister()).elements).toMatchObject([{ etat: 'EN_ATTENTE', courriel: 'ENVOYE' }])
    const courriels = await reussi(asDpps.appeler(courrielApi.listCourriels))
    expect(courriels.elements.map(({ etat }) => etat)).toEqual(['ENVOYE', 'SANS_OBJET'])
  })

  it('se filtre par état et par mots, et se trie', async () => {
    const { id } = await inviter()
    await inviter({ code: 'ORPH-R02-01', email: 'alizes@example.org' })
    await inviter({ code: 'CSOC-R06-01', email: 'sablon@example.org' })
    await annuler(id)
    const codes = async (query: object) =>
      (await lister(query)).elements.map(({ structure }) => structure.code)
    expect(await codes({ etat: 'ANNULEE' })).toEqual([NOUVELLE.code])
    expect(await codes({ q: 'alizes orphelinat' })).toEqual(['ORPH-R02-01'])
    await poster()
    expect(await codes({ tri: 'structure', etat: 'EN_ATTENTE' })).toEqual([
      'CSOC-R06-01',
      'ORPH-R02-01',
    ])
    avancer(72 * HEURE)
    expect(await codes({ etat: 'EN_ATTENTE' })).toEqual([])
    expect((await lister({ etat: 'EXPIREE,ANNULEE' })).total).toBe(3)
    const query = { tri: 'empreinte' }
    await refuse('REQUETE_INVALIDE', () => asDpps.appeler(api.listInvitations, { query }))
  })
})

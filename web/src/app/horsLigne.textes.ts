import { formatCompte } from '../ui/format.ts'

/** « 3 valeurs non transmises » */
export const direNonTransmises = (n: number) =>
  formatCompte(n, 'valeur non transmise', 'valeurs non transmises')

export const textesHorsLigne = {
  continuer: 'Continuer hors connexion',
  coupee:
    'Hors connexion. Ce que vous avez ouvert sur ce poste reste disponible, tel qu’à la dernière connexion.',
  gardees: (n: number) =>
    `Hors connexion. ${direNonTransmises(n)} : ${n > 1 ? 'gardées sur ce poste, elles partiront' : 'gardée sur ce poste, elle partira'} au retour du réseau.`,
  enFenetre: (n: number) =>
    `Hors connexion. ${direNonTransmises(n)} : ${n > 1 ? 'gardées' : 'gardée'} dans cette fenêtre seulement. Ne la fermez pas avant le retour du réseau.`,
  aVoir: (n: number) => `${direNonTransmises(n)} : la plateforme attend votre choix.`,
  transmises: (n: number) => `${formatCompte(n, 'valeur transmise', 'valeurs transmises')}.`,
  aSoumettre: 'Vous avez demandé à soumettre un rapport : confirmez-le.',
  coupeePartage:
    'Hors connexion. Ce poste est partagé : seul ce qui est ouvert dans cette fenêtre reste disponible.',
  sousCle: 'Des valeurs attendent sur ce poste ; elles se liront au retour du réseau.',
  depart: (scelle: boolean) =>
    `Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Si vous vous déconnectez maintenant, celles des rapports restent sur ce poste, à votre nom, et partiront à votre prochaine connexion ici. ${scelle ? 'Elles y sont chiffrées : personne d’autre ne peut les lire.' : 'Elles n’y sont pas chiffrées, faute de connexion sûre : qui sait fouiller dans ce navigateur peut les lire.'}`,
  departFenetre:
    'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Ce navigateur refuse de les garder : si vous vous déconnectez maintenant, celles des rapports restent dans cette fenêtre seulement, et seront perdues si vous la fermez.',
  departPerdu:
    'Elles n’ont pas pu être envoyées, ou contiennent des valeurs à corriger. Ce poste est partagé, et n’a pas pu les garder chiffrées : si vous vous déconnectez maintenant, elles seront perdues.',
  ouvrir: (numero: string) => `Ouvrir le rapport ${numero}`,
  autre:
    'Des valeurs d’une autre personne attendent sur ce poste : elles partiront quand elle se connectera ici.',
} as const

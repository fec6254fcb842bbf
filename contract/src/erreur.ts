import { z } from 'zod'

/**
 * The closed list of refusals: code → HTTP status and French sentence. `{nom}` in a sentence is
 * filled by the argument of that name. Nothing else is ever sent, but a 500 with its trace.
 */
export const ERREURS = {
  REQUETE_INVALIDE: [400, 'La demande est incomplète ou mal formée. Vérifiez les champs indiqués.'],
  JSON_INVALIDE: [400, 'Le contenu envoyé n’est pas lisible. Rechargez la page et réessayez.'],
  FICHIER_MANQUANT: [400, 'Choisissez un fichier.'],
  FICHIER_VIDE: [400, 'Ce fichier est vide. Choisissez un autre fichier.'],
  FICHIERS_MULTIPLES: [400, 'Envoyez un seul fichier à la fois.'],
  JETON_ABSENT: [401, 'Vous n’êtes pas connecté. Connectez-vous pour continuer.'],
  JETON_EXPIRE: [401, 'Votre session a expiré. Reconnectez-vous pour continuer.'],
  IDENTIFIANTS_INVALIDES: [401, 'Identifiant ou mot de passe incorrect.'],
  VERIFICATION_REQUISE: [401, 'Saisissez le code de vérification à six chiffres.'],
  VERIFICATION_EXPIREE: [
    401,
    'Cette vérification n’est plus valable. Saisissez à nouveau votre identifiant et votre mot de passe.',
  ],
  COMPTE_BLOQUE: [403, 'Votre compte a été bloqué. Contactez la direction centrale.'],
  MOT_DE_PASSE_A_CHANGER: [403, 'Changez d’abord votre mot de passe.'],
  SECOND_FACTEUR_A_ACTIVER: [
    403,
    'Activez d’abord votre second facteur, à l’écran « Mon compte ».',
  ],
  DROIT_INSUFFISANT: [
    403,
    'Vous n’avez pas le droit d’effectuer cette action. Contactez la DPPS si vous pensez qu’il s’agit d’une erreur.',
  ],
  DOUBLE_REGARD: [403, 'Ce rapport a été validé par vous : une autre personne doit l’approuver.'],
  ADRESSE_INCONNUE: [404, 'Cette adresse n’existe pas.'],
  FORMULAIRE_INTROUVABLE: [404, 'Ce rapport n’existe pas, ou vous n’y avez pas accès.'],
  PUBLICATION_INTROUVABLE: [404, 'Cette version publiée du rapport n’existe pas.'],
  STRUCTURE_INTROUVABLE: [404, 'Cette structure n’existe pas, ou vous n’y avez pas accès.'],
  UTILISATEUR_INTROUVABLE: [404, 'Ce compte n’existe pas.'],
  SESSION_INTROUVABLE: [404, 'Cette session est déjà fermée. Rechargez la liste.'],
  CODIFICATION_INTROUVABLE: [404, 'Cette liste de codes n’existe pas.'],
  LEVEE_INTROUVABLE: [
    404,
    'Ce lien ne vaut plus : il a servi, ou il a plus d’un jour. Connectez-vous, ou demandez un mot de passe provisoire par « Mot de passe oublié ? ».',
  ],
  COURRIEL_INTROUVABLE: [404, 'Ce courriel n’existe pas.'],
  PIECE_INTROUVABLE: [404, 'Ce fichier n’existe pas, ou vous n’y avez pas accès.'],
  FORMULAIRE_EXISTANT: [409, 'Un rapport existe déjà pour ce mois : {numero}. Ouvrez-le.'],
  TRANSITION_INTERDITE: [
    409,
    'Cette action n’est pas possible : le rapport est à l’état « {etat} ».',
  ],
  VERSION_PERIMEE: [
    409,
    'Ce rapport a été modifié par une autre personne à {heure}. Rechargez-le avant de continuer.',
  ],
  CELLULES_EN_CONFLIT: [
    409,
    'Ce rapport a été modifié par une autre personne à {heure}. Choisissez, pour chaque case, la valeur à garder.',
  ],
  IDENTIFIANT_EXISTANT: [
    409,
    'L’identifiant « {identifiant} » est déjà pris. Choisissez-en un autre.',
  ],
  VERSION_COMPTE_PERIMEE: [
    409,
    'Ce compte a été modifié par une autre personne. Rechargez-le avant de continuer.',
  ],
  VERSION_PARAMETRES_PERIMEE: [
    409,
    'Ces réglages ont été modifiés par une autre personne. Rechargez-les avant de continuer.',
  ],
  SOI_MEME: [409, 'Vous ne pouvez ni bloquer votre propre compte, ni réduire vos propres droits.'],
  DERNIER_DPPS: [
    409,
    'Ce compte est le dernier de la direction centrale : donnez d’abord ce rôle à une autre personne.',
  ],
  SECOND_FACTEUR_ACTIF: [
    409,
    'Votre second facteur est déjà actif. Désactivez-le avant d’en préparer un autre.',
  ],
  SECOND_FACTEUR_INACTIF: [409, 'Aucun second facteur n’est actif sur ce compte.'],
  SECOND_FACTEUR_NON_PREPARE: [
    409,
    'Préparez d’abord le second facteur : affichez le code à lire avec votre application.',
  ],
  SECOND_FACTEUR_SOI_MEME: [
    409,
    'Votre propre second facteur se désactive à l’écran « Mon compte », avec un code.',
  ],
  ROLE_INTERDIT: [403, 'Seule la direction centrale gère les comptes de la direction centrale.'],
  STRUCTURE_INCONNUE: [
    422,
    'La structure « {structure} » n’existe pas. Choisissez-la dans la liste.',
  ],
  STRUCTURE_REQUISE: [422, 'Choisissez la structure de ce compte.'],
  STRUCTURE_EXISTANTE: [
    409,
    'Le code « {code} » est déjà celui d’une structure. Choisissez-en un autre.',
  ],
  VERSION_STRUCTURE_PERIMEE: [
    409,
    'Cette structure a été modifiée par une autre personne. Rechargez-la avant de continuer.',
  ],
  CODE_INCONNU: [422, 'La valeur « {code} » n’est pas dans la liste. Choisissez-la dans la liste.'],
  PARENT_INVALIDE: [422, '{message}'],
  MODELE_INADAPTE: [422, '{message}'],
  INVITATION_REQUISE: [
    422,
    'Une structure ne devient « Invitée » que par une invitation. Envoyez-la depuis la liste des structures.',
  ],
  INVITATION_INTROUVABLE: [
    404,
    'Cette invitation n’est pas reconnue. Si vous en avez reçu une plus récente, suivez son lien\u202F; sinon, demandez-en une à la direction centrale.',
  ],
  INVITATION_EXPIREE: [
    409,
    'Cette invitation a expiré\u00A0: elle valait 72\u00A0heures. Demandez-en une nouvelle à la direction centrale.',
  ],
  INVITATION_UTILISEE: [
    409,
    'Cette invitation a déjà servi. Connectez-vous avec l’identifiant que vous avez choisi.',
  ],
  INVITATION_ANNULEE: [
    409,
    'Cette invitation a été annulée. Demandez-en une nouvelle à la direction centrale.',
  ],
  INVITATION_CLOSE: [409, 'Cette invitation est déjà acceptée ou annulée. Rechargez la liste.'],
  STRUCTURE_DEJA_INSCRITE: [
    409,
    'La structure «\u00A0{code}\u00A0» a déjà un compte actif. Ouvrez-lui un autre compte depuis l’écran des utilisateurs.',
  ],
  STRUCTURE_NON_INVITABLE: [
    409,
    'La structure «\u00A0{code}\u00A0» est fermée. Rouvrez-la avant de l’inviter.',
  ],
  DATES_INVALIDES: [422, '{message}'],
  TABLEUR_ILLISIBLE: [
    422,
    'Ce tableur n’a pas pu être lu. {raison} Partez d’un fichier exporté d’ici.',
  ],
  COLONNE_SANS_TITRE: [
    422,
    'La case {case} est remplie, mais sa colonne n’a pas de titre. Videz cette case, ou donnez à la colonne son titre.',
  ],
  IMPORT_REFUSE: [422, 'Rien n’a été importé : des lignes sont à corriger.'],
  MOIS_VERROUILLE: [409, 'La saisie {dePeriode} est close. Demandez à la DPPS de rouvrir ce mois.'],
  CORPS_TROP_GRAND: [413, 'L’envoi est trop volumineux ({limite} au plus).'],
  FICHIER_TROP_GRAND: [413, 'Le fichier dépasse 5 Mo. Réduisez-le ou choisissez un autre fichier.'],
  TYPE_NON_ACCEPTE: [415, 'Ce type de contenu n’est pas accepté. Envoyez du JSON.'],
  MULTIPART_ATTENDU: [
    415,
    'Ce type de contenu n’est pas accepté. Envoyez un fichier et ses champs (multipart/form-data).',
  ],
  FORMAT_NON_ACCEPTE: [415, 'Format non accepté. Formats possibles : {formats}.'],
  IMAGE_TROP_GRANDE: [422, 'Cette image a {dimensions}. Réduisez-la : {maximum} de côté au plus.'],
  IMAGE_ILLISIBLE: [
    422,
    'Les dimensions de cette image n’ont pas pu être lues. Enregistrez-la de nouveau, en PNG ou en JPG.',
  ],
  TYPE_DOCUMENT_INCONNU: [
    422,
    'Ce type de document n’existe pas. Choisissez un type dans la liste.',
  ],
  FORMULAIRE_NON_ATTENDU: [
    422,
    'Aucun rapport {modele} n’est attendu de cette structure pour {periode}.',
  ],
  MODELE_INCONNU: [422, 'Le modèle de formulaire « {modele} » n’existe pas.'],
  SAISIE_INVALIDE: [422, 'Certaines valeurs ne peuvent pas être enregistrées. Corrigez-les.'],
  CELLULE_INCONNUE: [422, 'La case « {cellule} » n’existe pas dans ce rapport.'],
  CELLULE_CALCULEE: [422, 'La case « {libelle} » est calculée : elle ne se saisit pas.'],
  VALEUR_INVALIDE: [422, '{message}'],
  VALEUR_TROP_GRANDE: [422, '{message}'],
  JUSTIFICATION_INVALIDE: [422, 'Rédigez une explication d’au moins 10 caractères.'],
  CONTROLE_INCONNU: [422, 'Ce contrôle n’existe pas dans ce rapport.'],
  FORMULAIRE_INCOMPLET: [422, 'Le rapport ne peut pas encore être soumis. {resume}'],
  MOTIF_REQUIS: [422, 'Indiquez le motif, et ce qui doit être corrigé.'],
  MOTIF_INCONNU: [422, 'Ce motif n’existe pas. Choisissez un motif dans la liste.'],
  CONFIRMATION_REQUISE: [
    422,
    'Le mois {dePeriode} n’est pas terminé. Confirmez que le rapport est définitif.',
  ],
  REMARQUE_INTROUVABLE: [422, 'Cette remarque n’existe pas dans ce rapport.'],
  COURRIEL_NON_MODIFIABLE: [
    409,
    'Ce courriel est déjà parti, son envoi est en cours, ou son texte est effacé. Rechargez la liste.',
  ],
  EXPORT_TROP_GRAND: [
    422,
    'Le fichier aurait {lignes} lignes, pour {maximum} au plus. Resserrez les dates ou les filtres.',
  ],
  ANNULATION_IMPOSSIBLE: [409, 'Un rapport déjà diffusé ne peut pas être annulé.'],
  MOT_DE_PASSE_FAIBLE: [422, 'Ce mot de passe est trop faible. {raison}'],
  ANCIEN_MOT_DE_PASSE_INCORRECT: [422, 'Le mot de passe actuel est incorrect.'],
  CODE_INCORRECT: [
    422,
    'Ce code est incorrect, ou il a déjà servi. Saisissez celui que l’application affiche maintenant.',
  ],
  TROP_DE_TENTATIVES: [
    429,
    'Trop de tentatives. Réessayez dans {attente} ou réinitialisez votre mot de passe.',
  ],
  TROP_DE_CODES: [
    429,
    'Trop de codes incorrects. Réessayez dans {attente}, ou suivez le lien du courriel envoyé à l’adresse de votre compte.',
  ],
  TROP_DE_DEMANDES: [429, 'Trop de demandes en peu de temps. Réessayez dans {attente}.'],
  SERVICE_OCCUPE: [503, 'Le service est momentanément occupé. Réessayez dans quelques instants.'],
  ISSUE_INCERTAINE: [
    503,
    'La base a cessé de répondre pendant l’enregistrement\u00A0: il a peut-être eu lieu. Rechargez la page pour le voir avant de recommencer.',
  ],
  STOCKAGE_INDISPONIBLE: [
    503,
    'La plateforme ne peut plus rien écrire\u00A0: son disque est plein ou en lecture seule. Prévenez l’administrateur\u202F; ce que vous saisissez dans un rapport reste dans ce navigateur.',
  ],
  ERREUR_INTERNE: [
    500,
    'Une erreur est survenue de notre côté (référence {trace}). Réessayez ; si le problème persiste, écrivez au support.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type CodeErreur = keyof typeof ERREURS

export const zDetail = z.object({ chemin: z.string(), code: z.string(), libelle: z.string() })
export type Detail = z.infer<typeof zDetail>

/** Body of every failure. */
export const zEchec = z.object({
  code: z.string(),
  libelle: z.string(),
  details: z.array(zDetail).optional(),
  trace: z.string(),
})
export type Echec = z.infer<typeof zEchec>

/** The French sentence of a code, its `{places}` filled. */
export function libelleErreur(code: CodeErreur, valeurs: Record<string, string> = {}): string {
  return ERREURS[code][1].replace(/\{(\w+)\}/g, (_, nom: string) => valeurs[nom] ?? '')
}

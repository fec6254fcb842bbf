import type { z } from 'zod'
import type { CodeProbleme } from './modele/modele.invalide.ts'
import type { Niveau } from './modele/modele.schema.ts'
import type { CodeValeur } from './modele/verification.ts'

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
  JETON_REFUSE: [
    401,
    'Ce jeton de programme n’ouvre rien\u00a0: il est inconnu d’ici, révoqué ou expiré, ou il ne vaut pas depuis cette adresse. Son titulaire voit les siens à l’écran «\u00a0Mes jetons de programme\u00a0».',
  ],
  IDENTIFIANTS_INVALIDES: [401, 'Identifiant ou mot de passe incorrect.'],
  VERIFICATION_REQUISE: [401, 'Saisissez le code de vérification à six chiffres.'],
  VERIFICATION_EXPIREE: [
    401,
    'Cette vérification n’est plus valable. Saisissez à nouveau votre identifiant et votre mot de passe.',
  ],
  COMPTE_BLOQUE: [403, 'Votre compte a été bloqué. Contactez la direction centrale.'],
  IDENTITE_SANS_COMPTE: [
    403,
    'Aucun compte ne s’ouvre par cette identité. Si vous avez un compte, connectez-vous par votre mot de passe, puis liez-la à l’écran «\u00a0Mon compte\u00a0», ou demandez à l’administration de vérifier votre adresse électronique.',
  ],
  COMPTE_NON_CREE: [
    403,
    'Aucun compte n’a été créé de ce que dit «\u00a0{fournisseur}\u00a0»\u00a0: {raison} Prévenez la direction centrale, ou qui tient ce service.',
  ],
  FOURNISSEUR_IMPOSE: [
    403,
    'Votre compte s’ouvre par «\u00a0{fournisseur}\u00a0», et non par un mot de passe. Choisissez son bouton à l’écran de connexion\u202f; s’il ne répond pas, prévenez la direction centrale, qui peut délier votre compte.',
  ],
  SECOND_FACTEUR_DU_FOURNISSEUR: [
    403,
    'Deux facteurs sont exigés de votre compte, et le service d’identité n’en a pas attesté deux. Recommencez en lui en demandant deux\u202f; s’il n’en connaît qu’un, connectez-vous par votre mot de passe.',
  ],
  MOT_DE_PASSE_A_CHANGER: [403, 'Changez d’abord votre mot de passe.'],
  SECOND_FACTEUR_A_ACTIVER: [
    403,
    'Activez d’abord votre second facteur, à l’écran «\u00a0Mon compte\u00a0».',
  ],
  DROIT_INSUFFISANT: [
    403,
    'Vous n’avez pas le droit d’effectuer cette action. Contactez la DPPS si vous pensez qu’il s’agit d’une erreur.',
  ],
  JETONS_INTERDITS: [
    403,
    'La direction centrale ne permet pas les jetons de programme. Demandez-lui de les permettre, à l’écran «\u00a0Paramètres\u00a0».',
  ],
  JETON_HORS_USAGE: [
    403,
    'Ce jeton de programme ne permet pas cet appel. Employez-en un dont c’est l’usage, s’il y en a un\u00a0; sinon, faites-le à l’écran.',
  ],
  DOUBLE_REGARD: [
    403,
    'Ce rapport a été validé par vous\u00a0: une autre personne doit l’approuver.',
  ],
  DOUBLE_REGARD_SOUMISSION: [
    403,
    'Ce rapport a été soumis par vous\u00a0: une autre personne doit le valider.',
  ],
  ADRESSE_INCONNUE: [404, 'Cette adresse n’existe pas.'],
  FORMULAIRE_INTROUVABLE: [404, 'Ce rapport n’existe pas, ou vous n’y avez pas accès.'],
  PUBLICATION_INTROUVABLE: [404, 'Cette version publiée du rapport n’existe pas.'],
  SOUMISSION_SANS_RECEPISSE: [
    404,
    'Il n’y a pas de récépissé pour cette soumission. Ils sont délivrés depuis que la plateforme les tient\u00a0: le prochain viendra avec la prochaine soumission.',
  ],
  RECEPISSE_INTROUVABLE: [
    404,
    'Aucun récépissé ne porte ce code. Vérifiez chaque groupe de cinq caractères, puis réessayez. S’il est bien celui de votre document, prévenez la direction centrale.',
  ],
  RECEPISSE_ALTERE: [
    409,
    'Ce récépissé ne correspond plus à ce que la plateforme garde\u00a0: il n’est pas délivré. {ecart} Prévenez la direction centrale, et gardez l’exemplaire que vous avez.',
  ],
  STRUCTURE_INTROUVABLE: [404, 'Cette structure n’existe pas, ou vous n’y avez pas accès.'],
  UTILISATEUR_INTROUVABLE: [404, 'Ce compte n’existe pas.'],
  WEBHOOK_INTROUVABLE: [404, 'Ce webhook n’existe plus. Rechargez la liste.'],
  LIVRAISON_INTROUVABLE: [404, 'Cette livraison n’existe plus. Rechargez la liste.'],
  WEBHOOK_EXISTANT: [409, 'Un webhook porte déjà ce nom. Donnez-en un autre.'],
  WEBHOOK_SUSPENDU: [
    409,
    'Ce webhook est suspendu\u00a0: rien ne lui est envoyé. Reprenez-le d’abord.',
  ],
  LIVRAISON_NON_MODIFIABLE: [
    409,
    'Cette livraison est en cours, ou son état a changé entre-temps. Rechargez la liste.',
  ],
  SECRET_ILLISIBLE: [
    409,
    'Le secret de ce webhook a été scellé par une clé qui n’est pas ici\u00a0: la base vient d’ailleurs. Donnez-lui un autre secret, puis reprenez-le.',
  ],
  WEBHOOK_SOI: [
    422,
    'Cette adresse est celle de la plateforme elle-même. Donnez celle du programme.',
  ],
  ADRESSE_INTERDITE: [
    422,
    'Cette adresse ne peut pas être jointe d’ici\u00a0: {raison} Donnez une adresse https publique, ou demandez à qui exploite la plateforme de nommer ce réseau (WEBHOOK_NETWORKS).',
  ],
  QUOTA_WEBHOOKS: [
    422,
    'Il y a déjà {maximum} webhooks, le plus que la plateforme en ait. Supprimez-en un d’abord.',
  ],
  JETON_INTROUVABLE: [404, 'Ce jeton de programme n’existe pas, ou n’est pas à vous.'],
  FOURNISSEUR_INTROUVABLE: [
    404,
    'Ce service d’identité n’est pas, ou n’est plus, configuré ici. Connectez-vous par votre mot de passe.',
  ],
  IDENTITE_INTROUVABLE: [404, 'Cette identité n’est pas liée à ce compte. Rechargez la page.'],
  SESSION_INTROUVABLE: [404, 'Cette session est déjà fermée. Rechargez la liste.'],
  CODIFICATION_INTROUVABLE: [404, 'Cette liste de codes n’existe pas.'],
  CODIFICATION_EXISTANTE: [
    409,
    'La liste «\u00a0{code}\u00a0» existe déjà. Ouvrez-la, ou choisissez un autre code.',
  ],
  VERSION_CODIFICATION_PERIMEE: [
    409,
    'Cette liste de codes a été modifiée par une autre personne. Rechargez-la avant de continuer.',
  ],
  CODE_EXISTANT: [
    409,
    'Le code «\u00a0{code}\u00a0» est déjà dans cette liste. Choisissez-en un autre.',
  ],
  CODE_EMPLOYE: [
    409,
    'Le code «\u00a0{code}\u00a0» est employé ({emplois})\u00a0: il ne se supprime pas. Désactivez-le plutôt.',
  ],
  CODE_SENS_CHANGE: [
    409,
    'Le code «\u00a0{code}\u00a0» est employé ({emplois}) sous le libellé «\u00a0{libelle}\u00a0»\u00a0: on n’en corrige que l’orthographe. S’il doit dire autre chose, désactivez-le et ajoutez un code.',
  ],
  CODE_RATTACHE: [
    409,
    'Le code «\u00a0{code}\u00a0» est employé ({emplois})\u00a0: son code parent reste «\u00a0{parent}\u00a0». Désactivez-le et ajoutez un code.',
  ],
  CODE_RESERVE: [
    409,
    'La plateforme se sert du code «\u00a0{code}\u00a0»\u00a0: il reste, et reste proposé sans limite de mois.',
  ],
  CODE_PARENT_INCONNU: [
    422,
    'Le code parent «\u00a0{parent}\u00a0» n’est pas dans la liste {liste}. Choisissez-le dans cette liste.',
  ],
  CODE_PARENT_EN_BOUCLE: [
    422,
    '«\u00a0{parent}\u00a0» dépend déjà de «\u00a0{code}\u00a0». Choisissez un autre code parent.',
  ],
  LISTE_PARENTE_INCONNUE: [
    422,
    'La liste parente «\u00a0{liste}\u00a0» n’existe pas. Choisissez-la parmi les listes.',
  ],
  LISTE_PARENTE_EN_BOUCLE: [
    422,
    'La liste «\u00a0{liste}\u00a0» dépend déjà de celle-ci. Choisissez une autre liste parente.',
  ],
  VALIDITE_INVERSEE: [
    422,
    'Le code «\u00a0{code}\u00a0» cesserait d’être valable avant de l’être. Corrigez l’un des deux mois.',
  ],
  LISTE_TROP_LONGUE: [
    422,
    'La liste aurait {nombre} codes, pour {maximum} au plus. Répartissez-les en plusieurs listes.',
  ],
  LEVEE_INTROUVABLE: [
    404,
    'Ce lien ne vaut plus\u00a0: il a servi, ou il a plus d’un jour. Connectez-vous, ou demandez un mot de passe provisoire par «\u00a0Mot de passe oublié\u202f?\u00a0».',
  ],
  COURRIEL_INTROUVABLE: [404, 'Ce courriel n’existe pas.'],
  PIECE_INTROUVABLE: [404, 'Ce fichier n’existe pas, ou vous n’y avez pas accès.'],
  MESSAGE_INTROUVABLE: [404, 'Ce message n’existe pas, ou il n’est pas dans votre messagerie.'],
  BROUILLON_INTROUVABLE: [404, 'Ce brouillon n’existe plus\u00a0: il a été envoyé ou jeté.'],
  BROUILLON_ENVOYE: [409, 'Ce message est déjà envoyé. Écrivez-en un autre.'],
  BROUILLON_PERIME: [
    409,
    'Ce brouillon a été modifié entre-temps dans une autre fenêtre. Rien n’y est écrit par-dessus\u00a0: reprenez-le, ou gardez ce texte-ci dans un autre brouillon.',
  ],
  BROUILLONS_TROP_NOMBREUX: [
    409,
    'Vous gardez déjà {maximum} brouillons. Envoyez-en ou jetez-en avant d’en commencer un autre.',
  ],
  PIECES_TROP_NOMBREUSES: [
    409,
    'Trop de fichiers attendent dans vos brouillons\u00a0: {maximum} au plus. Envoyez ces messages, retirez-en des fichiers, ou jetez des brouillons.',
  ],
  EDITION_EN_LECTURE_SEULE: [
    409,
    'Une édition de l’annuaire entre dans les documents par sa publication, et y reste telle quelle\u00a0: elle ne s’y dépose, ne s’y modifie et ne s’y supprime pas à la main. Pour la corriger, ouvrez une nouvelle édition dans l’écran «\u00a0Annuaire\u00a0».',
  ],
  OUVRAGE_INTROUVABLE: [404, 'Ce document n’est plus dans la bibliothèque. Rechargez la liste.'],
  FICHIER_ALTERE: [
    409,
    'Ce fichier a été abîmé ou perdu là où il était gardé\u00a0: il n’est pas envoyé. Redemandez-le à qui l’a déposé, et prévenez l’administrateur.',
  ],
  VERSION_OUVRAGE_PERIMEE: [
    409,
    'Ce document a été modifié par une autre personne. Rechargez la liste avant de continuer.',
  ],
  FORMULAIRE_EXISTANT: [409, 'Ce rapport existe déjà\u00a0: {numero}. Ouvrez-le.'],
  TRANSITION_INTERDITE: [
    409,
    'Cette action n’est pas possible\u00a0: le rapport est à l’état «\u00a0{etat}\u00a0».',
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
    'L’identifiant «\u00a0{identifiant}\u00a0» est déjà pris. Choisissez-en un autre.',
  ],
  VERSION_COMPTE_PERIMEE: [
    409,
    'Ce compte a été modifié par une autre personne. Rechargez-le avant de continuer.',
  ],
  VERSION_PARAMETRES_PERIMEE: [
    409,
    'Ces réglages ont été modifiés par une autre personne. Rechargez-les avant de continuer.',
  ],
  ANNUAIRE_INTROUVABLE: [404, 'Cet annuaire n’existe pas, ou n’est pas publié.'],
  CHIFFRE_INTROUVABLE: [
    404,
    'Ce chiffre n’est pas dans l’annuaire\u00a0: rechargez la page, puis choisissez-le de nouveau.',
  ],
  ANNEE_A_VENIR: [
    422,
    'L’année {annee} n’a pas commencé\u00a0: choisissez une année dont des rapports sont déjà attendus.',
  ],
  ANNEE_EN_COURS: [
    422,
    'L’année {annee} n’est pas finie\u00a0: son annuaire reste provisoire jusqu’à son dernier mois.',
  ],
  SECRET_RETROUVE: [
    422,
    'L’annuaire {annee} n’est pas arrêté\u00a0: un nombre de personnes caché, ou qui devrait l’être, se retrouve ou tient entre trop peu de valeurs dans {tableaux}. Laissez de côté leur chapitre, ou changez le seuil du secret statistique, puis recommencez.',
  ],
  SECRET_NON_VERIFIE: [
    422,
    'L’annuaire {annee} n’est pas arrêté\u00a0: la vérification du secret statistique n’a pas pu finir pour {tableaux}. Recommencez quand la plateforme est moins chargée\u00a0; si cela se répète, laissez de côté leur chapitre.',
  ],
  CALCUL_TROP_LONG: [
    422,
    'Le calcul de cet annuaire a été arrêté au bout de trois minutes, et rien n’a changé. Recommencez quand la plateforme est moins chargée\u00a0; si cela se répète, dites-le à la personne qui l’exploite\u00a0: la machine ne suffit plus.',
  ],
  ANNEE_SANS_DONNEES: [
    422,
    'Aucun rapport de {annee} n’est validé, approuvé ou diffusé\u00a0: il n’y a pas encore de quoi faire un annuaire.',
  ],
  ANNUAIRE_TRANSITION_INTERDITE: [
    409,
    'L’annuaire {annee} est «\u00a0{etat}\u00a0»\u00a0: il va de Provisoire à Arrêté, puis à Publié. Rechargez la page pour voir ce qui est possible.',
  ],
  ANNUAIRE_VERSION_PERIMEE: [
    409,
    'Cet annuaire a été modifié par une autre personne. Rechargez-le avant de continuer.',
  ],
  CORRECTION_A_EXPLIQUER: [
    422,
    'L’annuaire {annee} est arrêté\u00a0: une nouvelle édition le corrige. Dites si c’est une erreur ou une révision, et ce qu’elle change.',
  ],
  SOI_MEME: [409, 'Vous ne pouvez ni bloquer votre propre compte, ni réduire vos propres droits.'],
  DERNIER_DPPS: [
    409,
    'Ce compte est le dernier de la direction centrale\u00a0: donnez d’abord ce rôle à une autre personne.',
  ],
  SECOND_FACTEUR_ACTIF: [
    409,
    'Votre second facteur est déjà actif. Désactivez-le avant d’en préparer un autre.',
  ],
  SECOND_FACTEUR_INACTIF: [409, 'Aucun second facteur n’est actif sur ce compte.'],
  IDENTITE_DEJA_LIEE: [
    409,
    'Cette identité est déjà liée à un compte, ou votre compte l’est déjà à une autre du même service. Déliez d’abord celle d’avant.',
  ],
  DERNIER_RECOURS_ABSENT: [
    409,
    'Aucun compte actif de la direction centrale n’a à la fois un mot de passe et un second facteur. Il en faut un, qui ouvrira la plateforme le jour où le service d’identité ne répondra pas\u00a0: activez un second facteur, puis réessayez.',
  ],
  SECOND_FACTEUR_NON_PREPARE: [
    409,
    'Préparez d’abord le second facteur\u00a0: affichez le code à lire avec votre application.',
  ],
  SECOND_FACTEUR_SOI_MEME: [
    409,
    'Votre propre second facteur se désactive à l’écran «\u00a0Mon compte\u00a0», avec un code.',
  ],
  ROLE_INTERDIT: [403, 'Seule la direction centrale gère les comptes de la direction centrale.'],
  STRUCTURE_INCONNUE: [
    422,
    'La structure «\u00a0{structure}\u00a0» n’existe pas. Choisissez-la dans la liste.',
  ],
  STRUCTURE_REQUISE: [422, 'Choisissez la structure de ce compte.'],
  STRUCTURE_EXISTANTE: [
    409,
    'Le code «\u00a0{code}\u00a0» est déjà celui d’une structure. Choisissez-en un autre.',
  ],
  VERSION_STRUCTURE_PERIMEE: [
    409,
    'Cette structure a été modifiée par une autre personne. Rechargez-la avant de continuer.',
  ],
  CODE_INCONNU: [
    422,
    'La valeur «\u00a0{code}\u00a0» n’est pas dans la liste{quand}. Choisissez-la dans la liste.',
  ],
  PARENT_INCONNU: [
    422,
    'La structure de rattachement «\u00a0{parent}\u00a0» n’existe pas. Choisissez-la dans la liste.',
  ],
  PARENT_SOI_MEME: [
    422,
    'Une structure n’est pas rattachée à elle-même. Choisissez une direction régionale.',
  ],
  PARENT_NON_REGIONAL: [
    422,
    '«\u00a0{parent}\u00a0» n’est pas une direction régionale{quand}. Choisissez-en une.',
  ],
  PARENT_DEPENDANT: [
    422,
    '«\u00a0{parent}\u00a0» dépend déjà de cette structure{quand}. Choisissez une autre direction régionale.',
  ],
  PARENT_FERME: [
    422,
    'La direction régionale «\u00a0{parent}\u00a0» est fermée{quand}. Choisissez-en une autre, ou rouvrez-la d’abord.',
  ],
  PARENT_FERME_AVANT_INVITATION: [
    422,
    'La structure est rattachée à «\u00a0{parent}\u00a0», qui est fermée. Donnez-lui une autre direction régionale dans sa fiche avant de l’inviter.',
  ],
  PARENT_FERME_DEPUIS: [
    422,
    'La direction régionale de votre structure, «\u00a0{parent}\u00a0», est fermée. Demandez à la direction centrale d’en choisir une autre, puis suivez de nouveau ce lien.',
  ],
  STRUCTURES_RATTACHEES: [
    422,
    '«\u00a0{enfant}\u00a0» lui est rattachée{quand}\u00a0: elle doit rester une direction régionale.',
  ],
  MODELE_INADAPTE: [
    422,
    'Le modèle {modele} ne convient pas au type de structure «\u00a0{typeStructure}\u00a0»{quand}. Retirez-le, ou changez le type.',
  ],
  EFFECTIF_SANS_MODELE: [
    422,
    'L’effectif d’ouverture de «\u00a0{modele}\u00a0» suppose que ce modèle soit attribué à la structure.',
  ],
  INVITATION_REQUISE: [
    422,
    'Une structure ne devient «\u00a0Invitée\u00a0» que par une invitation. Envoyez-la depuis la liste des structures.',
  ],
  INVITATION_INTROUVABLE: [
    404,
    'Cette invitation n’est pas reconnue. Si vous en avez reçu une plus récente, suivez son lien\u202f; sinon, demandez-en une à la direction centrale.',
  ],
  INVITATION_EXPIREE: [
    409,
    'Cette invitation a expiré\u00a0: elle valait 72\u00a0heures. Demandez-en une nouvelle à la direction centrale.',
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
    'La structure «\u00a0{code}\u00a0» a déjà un compte actif. Ouvrez-lui un autre compte depuis l’écran des utilisateurs.',
  ],
  STRUCTURE_NON_INVITABLE: [
    409,
    'La structure «\u00a0{code}\u00a0» est fermée. Rouvrez-la avant de l’inviter.',
  ],
  FERMETURE_AVANT_OUVERTURE: [
    422,
    'La date de fermeture doit suivre la date d’ouverture. Corrigez l’une des deux.',
  ],
  FERMETURE_SANS_DATE: [422, 'Donnez la date de fermeture de la structure.'],
  FERMETURE_A_VENIR: [
    422,
    'Une structure fermée l’est à une date passée, ou à celle d’aujourd’hui. Pour une fermeture à venir, laissez son état et donnez seulement cette date.',
  ],
  FERMETURE_A_EFFACER: [422, 'Effacez la date de fermeture pour rouvrir la structure.'],
  FERMETURE_AVANT_RAPPORT: [
    422,
    'La structure, fermée alors, ne serait plus attendue pour {numeros}. Fermez-la en {periode} ou plus tard, ou faites d’abord annuler ce qui est saisi après.',
  ],
  OUVERTURE_APRES_RAPPORT: [
    422,
    'La structure, ouverte alors, ne serait plus attendue pour {numeros}. Ouvrez-la en {periode} ou plus tôt, ou faites d’abord annuler ce qui est saisi avant.',
  ],
  SUSPENSION_AVANT_RAPPORT: [
    422,
    'La structure, suspendue alors, ne serait plus attendue pour {numeros}. Choisissez un jour plus tardif, ou faites d’abord annuler ce qui est saisi depuis.',
  ],
  JOUR_ETAT_INVALIDE: [
    422,
    'L’état de cette structure peut changer du {du} au {au}. Choisissez un autre jour.',
  ],
  MODELE_AVEC_RAPPORTS: [
    422,
    'Sans le modèle {modele}, la structure ne serait plus attendue pour {numeros}. Gardez-le ces mois-là, ou faites d’abord annuler ce qui y est saisi.',
  ],
  MOIS_TROP_LOIN: [
    422,
    'Ce qui change d’une structure se dit jusqu’en {periode}. Choisissez un mois plus proche.',
  ],
  APERCU_PERIME: [
    409,
    'Ce que cette correction change n’est plus ce qui vous en a été dit\u00a0: rien n’est écrit. Demandez un nouvel aperçu, et relisez-le avant de confirmer.',
  ],
  RELANCES_LISTE_CHANGEE: [
    409,
    'La liste de ceux qui seraient relancés a changé depuis que vous l’avez lue. Relisez-la, puis ouvrez les relances.',
  ],
  COLLECTE_SANS_DEBUT: [
    422,
    'La collecte n’a pas encore de début\u00a0: rien n’est attendu, ni relancé. Fixez d’abord son premier mois, dans les paramètres du calendrier.',
  ],
  DEBUT_APRES_RAPPORT: [
    422,
    'Ce début laisserait hors de la collecte {rapports}\u00a0: le plus ancien est {dePeriode}. Choisissez ce mois ou un mois antérieur, ou annulez d’abord ces rapports.',
  ],
  TABLEUR_ILLISIBLE: [
    422,
    'Ce tableur n’a pas pu être lu. {raison} Partez d’un fichier exporté d’ici.',
  ],
  TABLEUR_AUTRE_FORMAT: [
    422,
    'Ce fichier est {format}, qui ne se lit pas ici. Ouvrez-le dans un tableur, enregistrez-le au format XLSX («\u00a0Enregistrer sous\u00a0»), puis choisissez le nouveau fichier.',
  ],
  TABLEUR_PROTEGE: [
    422,
    'Ce fichier est protégé par un mot de passe. Ouvrez-le dans un tableur, enregistrez-le au format XLSX sans mot de passe, puis choisissez le nouveau fichier.',
  ],
  PAS_UN_TABLEUR: [
    422,
    'Ce fichier est {nature}, et non un tableur. Choisissez un classeur enregistré au format XLSX.',
  ],
  COLONNE_SANS_TITRE: [
    422,
    'La case {case} est remplie, mais sa colonne n’a pas de titre. Videz cette case, ou donnez à la colonne son titre.',
  ],
  IMPORT_REFUSE: [422, 'Rien n’a été importé\u00a0: des lignes sont à corriger.'],
  AUCUNE_LIGNE_RESTANTE: [
    422,
    'Aucune ligne de ce fichier n’est à corriger. Importez-le, s’il ne l’est pas déjà.',
  ],
  MOIS_VERROUILLE: [409, 'La saisie {dePeriode} est close. Demandez à la DPPS de la rouvrir.'],
  MOIS_A_VENIR: [422, 'Le mois {dePeriode} n’a pas commencé. Choisissez un mois passé.'],
  MOIS_OUVERT: [
    409,
    'La saisie {dePeriode} est encore ouverte, jusqu’au {jour}\u00a0: il n’y a rien à rouvrir.',
  ],
  MOIS_NON_ATTENDU: [
    422,
    'Aucun rapport {dePeriode} n’est attendu de la structure «\u00a0{structure}\u00a0». Choisissez un autre mois.',
  ],
  MOIS_DEJA_ROUVERT: [
    409,
    'Le mois {dePeriode} est déjà rouvert à la structure «\u00a0{structure}\u00a0». Terminez d’abord cette réouverture.',
  ],
  FIN_REOUVERTURE_INVALIDE: [
    422,
    'La réouverture doit finir entre le {du} et le {au}. Choisissez une autre date.',
  ],
  FIN_SUSPENSION_INVALIDE: [
    422,
    'La suspension doit finir entre le {du} et le {au}. Choisissez une autre date.',
  ],
  RELANCES_NON_SUSPENDUES: [
    409,
    'Les relances de cette structure ne sont pas suspendues. Rechargez la page.',
  ],
  REOUVERTURE_INTROUVABLE: [404, 'Cette réouverture n’existe pas.'],
  REOUVERTURE_CLOSE: [409, 'Cette réouverture a déjà pris fin. Rechargez la liste.'],
  PROLONGATION_INTROUVABLE: [404, 'Cette demande de prolongation n’existe pas.'],
  PROLONGATION_CLOSE: [409, 'Cette demande a déjà reçu sa réponse. Rechargez la liste.'],
  PROLONGATION_EN_ATTENTE: [
    409,
    'Une demande est déjà faite pour ce mois. Attendez la réponse de la direction centrale.',
  ],
  PROLONGATION_PREMATUREE: [
    409,
    'La saisie {dePeriode} reste ouverte jusqu’au {jour}. Une prolongation se demande dans les quinze jours qui précèdent.',
  ],
  ABONNEMENT_INTROUVABLE: [
    404,
    'Cette adresse de calendrier ne vaut rien, ou plus rien. Créez-en une autre à l’écran «\u00a0Mon compte\u00a0».',
  ],
  CORPS_TROP_GRAND: [413, 'L’envoi est trop volumineux ({limite} au plus).'],
  FICHIER_TROP_GRAND: [413, 'Le fichier dépasse 5 Mo. Réduisez-le ou choisissez un autre fichier.'],
  TYPE_NON_ACCEPTE: [415, 'Ce type de contenu n’est pas accepté. Envoyez du JSON.'],
  MULTIPART_ATTENDU: [
    415,
    'Ce type de contenu n’est pas accepté. Envoyez un fichier et ses champs (multipart/form-data).',
  ],
  FORMAT_NON_ACCEPTE: [415, 'Format non accepté. Formats possibles\u00a0: {formats}.'],
  IMAGE_TROP_GRANDE: [
    422,
    'Cette image a {dimensions}. Réduisez-la\u00a0: {maximum} de côté au plus.',
  ],
  IMAGE_ILLISIBLE: [
    422,
    'Les dimensions de cette image n’ont pas pu être lues. Enregistrez-la de nouveau, en PNG ou en JPG.',
  ],
  TYPE_DOCUMENT_INCONNU: [
    422,
    'Ce type de document n’existe pas. Choisissez un type dans la liste.',
  ],
  DESTINATAIRE_REQUIS: [422, 'Choisissez au moins un destinataire.'],
  DESTINATAIRE_INCONNU: [
    422,
    'Un des destinataires n’existe plus, ou vous ne pouvez pas lui écrire. Retirez-le, et choisissez dans la liste.',
  ],
  DESTINATAIRES_TROP_NOMBREUX: [
    422,
    'Ce message irait à {nombre} personnes, pour {maximum} au plus. Retirez des groupes.',
  ],
  GROUPE_INCONNU: [
    422,
    'Un des groupes n’existe pas, ou vous ne pouvez pas lui écrire. Choisissez dans la liste.',
  ],
  GROUPE_VIDE: [
    422,
    'Les groupes choisis ne comptent personne à qui vous puissiez écrire. Choisissez un autre destinataire.',
  ],
  REPONSE_IMPOSSIBLE: [
    422,
    'Le message auquel vous répondez n’est pas dans votre messagerie. Écrivez un nouveau message.',
  ],
  PIECE_NON_JOIGNABLE: [
    422,
    'Un des fichiers joints n’existe plus, ou n’est pas à vous. Retirez-le, et joignez-le de nouveau.',
  ],
  QUOTA_FICHIERS: [
    422,
    '{lieu} a déjà {fichiers}\u00a0fichiers, le plus qui puisse y être gardé. Supprimez-en un avant d’en ajouter un autre.',
  ],
  QUOTA_OCTETS: [
    422,
    '{lieu} n’a plus que {reste} de place, sur {maximum}\u00a0: ce fichier n’y tient pas. Réduisez-le, ou supprimez-en un autre.',
  ],
  QUOTA_MESSAGES: [
    422,
    'Les fichiers joints à vos messages prennent déjà {octets} sur {octetsMax} ({fichiers}\u00a0fichiers sur {fichiersMax})\u00a0: celui-ci n’y tient pas. Supprimez d’anciens messages avec pièces jointes, et demandez à leurs destinataires d’en faire autant\u00a0: un fichier s’efface avec la dernière copie de son message. Sinon, écrivez à la direction centrale.',
  ],
  QUOTA_MESSAGERIE: [
    422,
    'La place des fichiers joints aux messages est prise pour toute la plateforme\u00a0: {octets} sur {octetsMax}. Envoyez votre message sans ce fichier, ou supprimez d’anciens messages avec pièces jointes\u202f; et prévenez la direction centrale, qui peut agrandir cette place.',
  ],
  FORMULAIRE_NON_ATTENDU: [
    422,
    'Aucun rapport {modele} n’est attendu de cette structure pour {periode}.',
  ],
  MODELE_INCONNU: [422, 'Le modèle de formulaire «\u00a0{modele}\u00a0» n’existe pas.'],
  MODELE_INTROUVABLE: [
    404,
    'Ce modèle n’existe pas, ou n’a pas cette version. Rechargez la liste.',
  ],
  MODELE_BROUILLON_INTROUVABLE: [
    404,
    'Ce brouillon de modèle n’existe plus\u00a0: il a été publié ou supprimé. Rechargez la liste.',
  ],
  SIMULATION_INTROUVABLE: [
    404,
    'Cette simulation n’existe plus\u00a0: son résultat se garde un jour. Lancez-la de nouveau.',
  ],
  MODELE_EXISTANT: [
    409,
    'Le code «\u00a0{code}\u00a0» est déjà celui d’un modèle. Choisissez-en un autre.',
  ],
  MODELE_BROUILLON_EXISTANT: [
    409,
    'Le modèle {code} a déjà un brouillon. Ouvrez-le, ou supprimez-le d’abord.',
  ],
  MODELE_BROUILLON_PERIME: [
    409,
    'Ce brouillon a été enregistré entre-temps par {par}. Rechargez-le avant de continuer\u00a0; exportez d’abord votre travail si vous voulez le garder.',
  ],
  MODELE_ILLISIBLE: [422, 'Ce modèle n’a pas pu être lu. {raison}'],
  ORIGINE_INCONNUE: [
    422,
    'On ne reconnaît pas d’où vient ce fichier. Reprenez un questionnaire XLSForm (classeur .xlsx) ou un export de DHIS2 (JSON). {raison}',
  ],
  MODELE_INCONVERTIBLE: [422, 'Aucun modèle ne peut être fait de ce fichier. {raison}'],
  MODELE_TROP_GRAND: [
    422,
    'Ce modèle est trop grand. {raison} Retirez-en, ou partagez-le en deux.',
  ],
  VALEURS_ILLISIBLES: [422, 'Ces chiffres n’ont pas pu être lus. {raison}'],
  COMBINAISON_REQUISE: [
    422,
    'Ce fichier donne les chiffres de plusieurs combinaisons d’attributs (projet, bailleur…). Choisissez celle à reprendre, ou leur somme.',
  ],
  COMBINAISON_INCONNUE: [
    422,
    'Ce fichier n’a pas cette combinaison d’attributs, ou rien n’y permet une somme. Choisissez-en une autre.',
  ],
  PERIODE_SANS_NOM: [
    422,
    'DHIS2 n’a pas de nom pour la période que couvrent certains de ces rapports ({periode})\u00a0: aucun fichier n’est fait. Exportez-les en SDMX, ou choisissez d’autres mois.',
  ],
  PERIODE_INVERSEE: [422, 'Le premier mois vient après le dernier. Échangez-les.'],
  MODELE_EN_FAUTE: [
    422,
    'Ce brouillon n’est pas encore utilisable\u00a0: corrigez d’abord ce qui y est signalé ({nombre}).',
  ],
  MODELE_MOIS_PASSE: [
    422,
    'Un modèle entre en vigueur au plus tôt en {periode}. Choisissez ce mois ou un mois suivant.',
  ],
  MODELE_MOIS_SAISI: [
    409,
    'Des rapports {modele} sont déjà saisis pour {periode}\u00a0: ils gardent leur version. Choisissez un mois suivant.',
  ],
  MODELE_VERSION_POSTERIEURE: [
    409,
    'La version {version} du modèle {modele} entre en vigueur en {periode}. Choisissez ce mois ou un mois suivant.',
  ],
  MODELE_RYTHME_CHEVAUCHE: [
    409,
    'À partir de ce mois, le premier rapport {modele} serait celui de {premier}\u00a0: il couvrirait {dejaAttendu}, dont un rapport est déjà attendu. Choisissez {possible}, ou un mois suivant.',
  ],
  SAISIE_INVALIDE: [422, 'Certaines valeurs ne peuvent pas être enregistrées. Corrigez-les.'],
  CELLULE_INCONNUE: [422, 'La case «\u00a0{cellule}\u00a0» n’existe pas dans ce rapport.'],
  CELLULE_CALCULEE: [
    422,
    'La case «\u00a0{libelle}\u00a0» est calculée\u00a0: elle ne se saisit pas.',
  ],
  JUSTIFICATION_INVALIDE: [422, 'Rédigez une explication d’au moins 10 caractères.'],
  CONTROLE_INCONNU: [422, 'Ce contrôle n’existe pas dans ce rapport.'],
  FORMULAIRE_INCOMPLET: [422, 'Le rapport ne peut pas encore être soumis. {resume}'],
  MOTIF_REQUIS: [422, 'Indiquez le motif, et ce qui doit être corrigé.'],
  MOTIF_INCONNU: [422, 'Ce motif n’existe pas. Choisissez un motif dans la liste.'],
  CONFIRMATION_REQUISE: [422, '{nonTermine}. Confirmez que le rapport est définitif.'],
  CLASSEUR_AUTRE_MODELE: [
    422,
    'Ce classeur est celui d’un rapport {autre}\u00a0: ce rapport-ci est un {attendu}. Choisissez le classeur exporté d’ici.',
  ],
  CLASSEUR_AUTRE_STRUCTURE: [
    422,
    'Ce classeur est celui de la structure {autre}\u00a0: ce rapport-ci est de {attendue}. Choisissez le classeur exporté d’ici.',
  ],
  CLASSEUR_AUTRE_MOIS: [
    422,
    'Ce classeur est celui {autre}, et ce rapport-ci celui {attendu}. Choisissez le classeur exporté d’ici.',
  ],
  CLASSEUR_AUTRE_VERSION: [
    422,
    'Ce classeur suit la version {autre} du modèle\u00a0: ce rapport-ci suit la version {attendue}. Exportez-le de nouveau, puis reportez-y vos chiffres.',
  ],
  REMARQUE_LEVEE: [
    409,
    'Cette remarque est levée\u00a0: il n’y a plus rien à répondre. Rechargez le rapport.',
  ],
  CASE_NON_ROUVERTE: [
    422,
    'Ce rapport est revenu pour certaines cases\u00a0: les autres ne peuvent pas être modifiées.',
  ],
  REMARQUES_A_TRAITER: [
    422,
    'Des remarques attendent encore une correction ou une réponse\u00a0: {resume}.',
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
  DONNEES_INTROUVABLES: [
    404,
    'Il n’y a pas de données de ce nom. Demandez le code d’un modèle (RMA.csv), ou structures, codifications, calendrier, suivi, dictionnaire.',
  ],
  DONNEES_SANS_FILTRE: [
    422,
    'Cette liste se lit entière\u00a0: retirez etats, publie, versions et forme=large, qui valent pour les valeurs d’un modèle.',
  ],
  DONNEES_FILTRES_CONTRAIRES: [
    422,
    'etats demande les rapports tels qu’ils sont, publie leurs dernières publications\u00a0: gardez l’un des deux.',
  ],
  VERSION_MODELE_INCONNUE: [
    422,
    'Le modèle «\u00a0{modele}\u00a0» n’a pas la version {version}. Le dictionnaire dit celles qu’il a.',
  ],
  CURSEUR_ILLISIBLE: [
    422,
    'Ce curseur n’est pas de ceux que l’en-tête Releve-Curseur donne. Rendez-le tel quel, ou relisez le fichier entier, sans depuis.',
  ],
  CURSEUR_AUTRE_BASE: [
    409,
    'Ce curseur vient d’une autre base, ou de celle-ci avant qu’une sauvegarde y soit remise\u00a0: ce qui a changé ne peut plus être dit. Effacez votre copie et relisez le fichier entier, sans depuis.',
  ],
  CURSEUR_AUTRE_DEMANDE: [
    409,
    'Ce curseur est d’un autre fichier, d’autres filtres, ou d’un périmètre qui n’est plus le vôtre. Effacez votre copie et relisez le fichier entier, sans depuis.',
  ],
  MODELE_A_CHOISIR: [
    422,
    'Choisissez un seul modèle dans les filtres\u00a0: chaque modèle a ses propres cases.',
  ],
  QUOTA_JETONS: [
    422,
    'Vous avez déjà {maximum} jetons de programme valables, le plus qu’un compte puisse avoir. Révoquez-en un d’abord.',
  ],
  FIN_JETON_INVALIDE: [
    422,
    'Le jeton doit finir entre le {du} et le {au}. Choisissez une autre date.',
  ],
  USAGE_JETON_INTERDIT: [
    422,
    'Votre compte ne peut pas «\u00a0{usage}\u00a0»\u00a0: un jeton ne donne rien de plus que lui. Décochez cet usage.',
  ],
  STRUCTURE_HORS_PERIMETRE: [
    422,
    'La structure «\u00a0{structure}\u00a0» n’existe pas, ou n’est pas de votre périmètre. Retirez-la.',
  ],
  ANNULATION_IMPOSSIBLE: [409, 'Un rapport déjà diffusé ne peut pas être annulé.'],
  MOT_DE_PASSE_FAIBLE: [422, 'Ce mot de passe est trop faible. {raison}'],
  ANCIEN_MOT_DE_PASSE_INCORRECT: [422, 'Le mot de passe actuel est incorrect.'],
  IDENTITE_REFUSEE: [
    422,
    'Le service d’identité n’a pas confirmé cette connexion, ou elle a déjà servi. Recommencez depuis l’écran de connexion\u202f; votre mot de passe reste une autre voie.',
  ],
  LIAISON_EXPIREE: [
    422,
    'Le temps de lier cette identité est passé, ou votre mot de passe a changé depuis. Recommencez à l’écran «\u00a0Mon compte\u00a0».',
  ],
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
    'Trop de codes incorrects. Réessayez dans {attente}, ou demandez à l’administration de retirer votre second facteur.',
  ],
  TROP_DE_DEMANDES: [429, 'Trop de demandes en peu de temps. Réessayez dans {attente}.'],
  TROP_D_APPELS: [
    429,
    'Vous avez trop de demandes en cours\u00a0: attendez que les précédentes s’achèvent.',
  ],
  TROP_D_APPELS_PROGRAMME: [
    429,
    'Vos programmes appellent trop souvent ({maximum} appels par minute au plus). Attendez {attente} secondes, puis espacez-les.',
  ],
  TRAVAUX_EN_COURS: [429, 'Vos {travaux}\u00a0: réessayez dans quelques instants.'],
  PRESENCES_TROP_NOMBREUSES: [
    429,
    'Trop de rapports sont ouverts en même temps avec votre compte ({maximum} au plus). Fermez ceux dont vous n’avez pas besoin.',
  ],
  SUIVIS_TROP_NOMBREUX: [
    429,
    'Votre compte suit déjà les nouveautés depuis {maximum} endroits. Fermez l’un d’eux pour les suivre ici.',
  ],
  FICHIER_NON_COMPOSE: [
    503,
    'Ce fichier n’a pas pu être composé\u00a0: il a pris trop de temps ou de mémoire. Essayez plus tard, ou dans un autre format.',
  ],
  PREPARATION_EN_COURS: [
    409,
    'Un autre fichier que vous avez demandé est encore en préparation\u00a0: l’annuaire {annee}, au format {format}. Attendez qu’il soit prêt, puis demandez celui-ci.',
  ],
  PREPARATION_INTROUVABLE: [404, 'Ce fichier n’est plus gardé. Demandez-le de nouveau.'],
  PDF_INDISPONIBLE: [
    503,
    'Cette plateforme ne peut pas composer de PDF sur ce système. Choisissez un autre format.',
  ],
  FOURNISSEUR_INJOIGNABLE: [
    502,
    '«\u00a0{fournisseur}\u00a0» ne répond pas, ou répond mal. Réessayez dans quelques minutes, ou connectez-vous par votre mot de passe.',
  ],
  SERVICE_OCCUPE: [503, 'Le service est momentanément occupé. Réessayez dans quelques instants.'],
  ISSUE_INCERTAINE: [
    503,
    'La base a cessé de répondre pendant l’enregistrement\u00a0: il a peut-être eu lieu. Rechargez la page pour le voir avant de recommencer.',
  ],
  STOCKAGE_INDISPONIBLE: [
    503,
    'La plateforme ne peut plus rien écrire\u00a0: son disque est plein ou en lecture seule. Prévenez l’administrateur\u202f; ce que vous saisissez dans un rapport reste dans ce navigateur.',
  ],
  DEPOT_INDISPONIBLE: [
    503,
    'Le dépôt des fichiers ne répond pas\u00a0: rien n’a été changé. Réessayez dans quelques minutes\u202f; si cela dure, prévenez l’administrateur.',
  ],
  ERREUR_INTERNE: [
    500,
    'Une erreur est survenue de notre côté (référence {trace}). Réessayez\u202f; si le problème persiste, écrivez au support.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type CodeErreur = keyof typeof ERREURS

/** What a detail may say besides what is a refusal too; a code more is a line here. */
type CodePropre =
  | 'CELLULE_REQUISE'
  | 'CHANGEMENT'
  | 'CONTRADICTION'
  | 'DOUBLON'
  | 'EN_ATTENTE'
  | 'PERIODE_DISCONTINUE'
  | 'REGLAGE_INVALIDE'
  | 'REQUIS'
  | 'TRI_INCONNU'
  | 'VALEUR_ILLISIBLE'
  | 'PERIODE_AUTRE'
/** What a schema has against a value: as zod calls it, in capitals. */
export type CodeSchema = Uppercase<z.core.$ZodIssue['code']>
type CodeDetail = CodeErreur | CodeValeur | Niveau | CodePropre | CodeProbleme | CodeSchema

/** One of the details that a refusal gives: its code is one of those. */
export type Detail = {
  chemin: string
  code: CodeDetail
  libelle: string
  auteur?: string
  le?: string
}
/** What a sign-in that asks for a code gives back: no code, the challenge itself. */
export type DetailDefi = { chemin: 'defi'; code: string; libelle: string }

type Places<Phrase extends string> = Phrase extends `${string}{${infer Place}}${infer Suite}`
  ? Place | Places<Suite>
  : never

type PlacesDe<C extends CodeErreur> = Places<(typeof ERREURS)[C][1]>
/** What fills the `{places}` of a code's sentence: each of them, and nothing else. */
export type ValeursErreur<C extends CodeErreur> = [PlacesDe<C>] extends [never]
  ? Record<string, never>
  : Record<PlacesDe<C>, string>

/** The values of a sentence that has places; none of one that has none. */
export type Valeurs<C extends CodeErreur> = [PlacesDe<C>] extends [never]
  ? [valeurs?: ValeursErreur<C>]
  : [valeurs: ValeursErreur<C>]

/** The French sentence of a code, its `{places}` filled. */
export function libelleErreur<C extends CodeErreur>(code: C, ...[valeurs]: Valeurs<C>): string {
  const parPlace = new Map<string, unknown>(Object.entries(valeurs ?? {}))
  return ERREURS[code][1].replace(/\{(\w+)\}/g, (_, place: string) => String(parPlace.get(place)))
}

/** A refusal whose sentence is said, to be thrown or told among others. */
export type Enonce = { code: CodeErreur; libelle: string }

export function enoncer<C extends CodeErreur>(code: C, ...valeurs: Valeurs<C>): Enonce {
  return { code, libelle: libelleErreur(code, ...valeurs) }
}

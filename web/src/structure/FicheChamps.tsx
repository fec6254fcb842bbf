import type { ReactNode } from 'react'
import { ChampListe, ChampTexte, type Option } from '../ui/ChampTexte.tsx'
import { Icone } from '../ui/Icone.tsx'
import type { NomCarte, NomTexte } from './fiche.ts'
import { useToutesStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import type { FormeFiche } from './useFiche.ts'
import { useListes, useModeles } from './useLibelles.ts'

const t = textes.fiche

type Forme = { forme: FormeFiche }
// It is the structure's record: the browser must not offer one's own name.
const AUTRE = { autoComplete: 'off' }
const ENTIER = {
  ...AUTRE,
  inputMode: 'numeric',
  maxLength: 9,
  className: 'ui-saisie str-nombre',
} as const

type PropsGroupe = { nom: string; legende: string; aide?: string; children: ReactNode } & Forme

/** A group of fields; a fault of the group as a whole is said under its name. */
function Groupe({ nom, legende, aide, forme, children }: PropsGroupe) {
  const erreur = forme.erreurDe(nom)
  const decrit = [aide && `str-${nom}-aide`, erreur && `str-${nom}-erreur`].filter(Boolean)
  return (
    <fieldset
      className="ui-groupe str-groupe"
      name={nom}
      tabIndex={-1}
      aria-describedby={decrit.join(' ') || undefined}
    >
      <legend>{legende}</legend>
      {aide && (
        <p id={`str-${nom}-aide`} className="ui-note">
          {aide}
        </p>
      )}
      {erreur && (
        <p id={`str-${nom}-erreur`} className="ui-champ-erreur ui-plein">
          <Icone nom="erreur" taille={18} />
          {erreur}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** The active values of a list, and the one in force where it no longer is. */
function optionsDe(
  valeurs: readonly (Option & { actif: boolean })[],
  actuelle: string,
): readonly Option[] {
  const actives = valeurs.filter(({ code, actif }) => actif || code === actuelle)
  const connue = actuelle === '' || actives.some(({ code }) => code === actuelle)
  return connue ? actives : [...actives, { code: actuelle, libelle: actuelle }]
}

function Identite({ forme, creation }: Forme & { creation: boolean }) {
  const listes = useListes()
  const liste = (nom: 'typeStructure' | 'statutStructure' | 'region') => (
    <ChampListe
      {...forme.lierTexte(nom)}
      vide={t.choisir}
      options={optionsDe(listes[nom], forme.fiche.textes[nom])}
      required
    />
  )
  return (
    <Groupe nom="identite" legende={t.identite} forme={forme}>
      {creation && (
        <ChampTexte
          {...forme.lierTexte('code')}
          {...AUTRE}
          aide={t.aides.code}
          spellCheck={false}
          required
          data-focus
        />
      )}
      <div className="str-large">
        <ChampTexte
          {...forme.lierTexte('libelle')}
          {...AUTRE}
          required
          data-focus={creation ? undefined : true}
        />
      </div>
      {liste('typeStructure')}
      {liste('statutStructure')}
    </Groupe>
  )
}

function Rattachement({ forme }: Forme) {
  const { region } = useListes()
  const { data = [] } = useToutesStructures()
  const { code, parent } = forme.fiche.textes
  const bureaux = data
    .filter((une) => une.code === parent || (une.typeStructure === 'DR' && une.etat !== 'FERMEE'))
    .filter((une) => une.code !== code)
    .map((une) => ({ code: une.code, libelle: `${une.code} – ${une.libelle}` }))
  return (
    <Groupe nom="rattachement" legende={t.rattachement} forme={forme}>
      <ChampListe
        {...forme.lierTexte('region')}
        vide={t.choisir}
        options={optionsDe(region, forme.fiche.textes.region)}
        required
      />
      <ChampListe
        {...forme.lierTexte('parent')}
        vide={t.aucunParent}
        aide={t.aides.parent}
        options={optionsDe(
          bureaux.map((bureau) => ({ ...bureau, actif: true })),
          parent,
        )}
      />
    </Groupe>
  )
}

function Contact({ forme }: Forme) {
  const ligne = (nom: NomTexte) => ({ ...forme.lierTexte(nom), ...AUTRE })
  return (
    <Groupe nom="contact" legende={t.contact} forme={forme}>
      <ChampTexte {...ligne('responsable')} />
      <ChampTexte {...ligne('telephone')} type="tel" />
      <ChampTexte {...ligne('email')} type="email" spellCheck={false} />
      <ChampTexte {...ligne('adresse')} />
      <ChampTexte {...ligne('latitude')} inputMode="decimal" aide={t.aides.latitude} />
      <ChampTexte {...ligne('longitude')} inputMode="decimal" aide={t.aides.longitude} />
    </Groupe>
  )
}

function Nombres({ forme, carte, cles }: Forme & { carte: NomCarte; cles: readonly Option[] }) {
  return (
    <div className="str-nombres">
      {cles.map(({ code, libelle }) => (
        <ChampTexte key={code} {...forme.lierNombre(carte, code)} {...ENTIER} libelle={libelle} />
      ))}
    </div>
  )
}

function Moyens({ forme }: Forme) {
  const { categorie } = useListes()
  const { postesReference } = forme.fiche
  const connues = categorie.filter(({ code, actif }) => actif || code in postesReference)
  const perdues = Object.keys(postesReference)
    .filter((code) => !categorie.some((une) => une.code === code))
    .map((code) => ({ code, libelle: code }))
  return (
    <>
      <Groupe nom="capacites" legende={t.capacites} forme={forme}>
        <ChampTexte {...forme.lierTexte('capacite')} {...ENTIER} aide={t.aides.capacite} />
        <ChampTexte
          {...forme.lierTexte('capaciteTheorique')}
          {...ENTIER}
          aide={t.aides.capaciteTheorique}
        />
      </Groupe>
      <Groupe nom="postesReference" legende={t.postes} aide={t.aides.postes} forme={forme}>
        <Nombres
          forme={forme}
          carte="postesReference"
          cles={[...connues, ...perdues].map(({ code, libelle }) => ({
            code,
            libelle: libelle.length > 2 ? libelle : t.categorie(libelle),
          }))}
        />
      </Groupe>
    </>
  )
}

function Modeles({ forme }: Forme) {
  const modeles = useModeles()
  const { fiche, changerModeles } = forme
  const choisis = modeles.filter(({ code }) => fiche.modeles.includes(code))
  return (
    <>
      <Groupe nom="modeles" legende={t.modeles} aide={t.aides.modeles} forme={forme}>
        <div className="str-cases">
          {modeles.map(({ code, libelle }) => (
            <label key={code}>
              <input
                type="checkbox"
                checked={fiche.modeles.includes(code)}
                onChange={({ target }) =>
                  changerModeles(
                    target.checked
                      ? [...fiche.modeles, code]
                      : fiche.modeles.filter((autre) => autre !== code),
                  )
                }
              />
              {libelle}
            </label>
          ))}
        </div>
      </Groupe>
      {choisis.length > 0 && (
        <Groupe
          nom="effectifsOuverture"
          legende={t.effectifs}
          aide={t.aides.effectifs}
          forme={forme}
        >
          <Nombres
            forme={forme}
            carte="effectifsOuverture"
            cles={choisis.map(({ code }) => ({ code, libelle: code }))}
          />
        </Groupe>
      )}
    </>
  )
}

/** Every field of a structure's record, group by group. */
export function FicheChamps({ forme, creation }: Forme & { creation: boolean }) {
  return (
    <>
      <Identite forme={forme} creation={creation} />
      <Rattachement forme={forme} />
      <Contact forme={forme} />
      <Moyens forme={forme} />
      <Modeles forme={forme} />
      <Groupe nom="dates" legende={t.dates} forme={forme}>
        <ChampTexte
          {...forme.lierTexte('dateOuverture')}
          type="date"
          aide={t.aides.dateOuverture}
          required
        />
        <ChampTexte
          {...forme.lierTexte('dateFermeture')}
          type="date"
          aide={t.aides.dateFermeture}
        />
      </Groupe>
    </>
  )
}

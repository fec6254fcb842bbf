-- Words are looked for, and put in order, with « œ » and « æ » by their two letters, no-break hyphens and
-- blanks as those of a keyboard, and without what is not seen; accents may be signs apart. As `plier` of
-- the contract.
create or replace function sans_accent(texte text) returns text
  language sql immutable parallel safe
  return case when octet_length(texte) = length(texte) then lower(texte) else replace(replace(translate(
    -- lower() leaves accented capitals alone on a base whose character type is C.
    lower(texte),
    'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ’ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸŒÆ'
      || E'\u00a0\u202f\u2007\u2009\u2010\u2011'
      -- What has nothing in its place goes.
      || E'\u0300\u0301\u0302\u0303\u0308\u030a\u0327\u00ad\u200b\u200c\u200d\u2060\ufeff',
    'aaaaaaceeeeiiiinooooouuuuyy''aaaaaaceeeeiiiinooooouuuuyyœæ    --'
  ), 'œ', 'oe'), 'æ', 'ae') end;

-- What was kept of it is worked out again, where it differs.
update structure set libelle = libelle where libelle_tri is distinct from sans_accent(libelle);
update utilisateur set nom_affichable = nom_affichable
  where nom_tri is distinct from sans_accent(nom_affichable);
update utilisateur set identifiant = identifiant
  where identifiant_tri is distinct from sans_accent(identifiant);
update message set objet = objet
  where texte_tri is distinct from sans_accent(objet || ' ' || corps);

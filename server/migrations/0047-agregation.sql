-- How DHIS2 adds up the values of a data element (SUM, AVERAGE…): only what it sums may be summed here,
-- over the attribute combinations of past months. Null: brought before this was kept, so not known.
alter table correspondance add column agregation text;

<?php
// Imports the files of an export into a Dolibarr with its own import code, as its wizard does, and
// prints the totals and the remains of its invoices as JSON.
// php import-files.php <htdocs of Dolibarr> <folder with the files>

if (php_sapi_name() !== 'cli') {
	exit(1);
}
error_reporting(E_ERROR | E_PARSE);
foreach (array('NOSESSION', 'NOREQUIREMENU', 'NOREQUIREHTML', 'NOLOGIN', 'NOCSRFCHECK') as $name) {
	define($name, '1');
}
list(, $htdocs, $folder) = $argv;
chdir($htdocs);
define('NOSCANGETFORINJECTION', '1');
define('NOSCANPOSTFORINJECTION', '1');
require $htdocs.'/waf.inc.php';
require $htdocs.'/master.inc.php';
require_once DOL_DOCUMENT_ROOT.'/imports/class/import.class.php';
require_once DOL_DOCUMENT_ROOT.'/core/modules/import/import_csv.modules.php';
require_once DOL_DOCUMENT_ROOT.'/compta/facture/class/facture.class.php';
require_once DOL_DOCUMENT_ROOT.'/core/lib/files.lib.php';
require_once DOL_DOCUMENT_ROOT.'/core/lib/admin.lib.php';

$user->id = 1;
$user->admin = 1;
foreach (array('societe', 'product', 'service', 'facture', 'import', 'banque', 'facturier') as $module) {
	if (!isset($conf->$module) || !is_object($conf->$module)) {
		$conf->$module = new stdClass();
	}
	$conf->$module->enabled = 1;
	$conf->modules[$module] = $module;
}
$conf->global->IMPORT_CSV_SEPARATOR_TO_USE = ',';

require_once $htdocs.'/custom/facturier/core/modules/modFacturier.class.php';
(new modFacturier($db))->init();

$profiles = array(
	'1-tiers.csv' => 'societe_1', '2-contacts.csv' => 'societe_2', '3-produits.csv' => 'produit_1',
	'4-factures.csv' => 'facture_2', '5-lignes.csv' => 'facture_3',
	'6-paiements.csv' => 'facturier_1', '7-reglements.csv' => 'facturier_2', '8-avoirs-et-acomptes.csv' => 'facturier_3',
);
$report = array('version' => DOL_VERSION, 'rows' => array(), 'errors' => array(), 'invoices' => array());
foreach ($profiles as $file => $code) {
	$import = new Import($db);
	$import->load_arrays($user, $code);
	if (empty($import->array_import_fields[0])) {
		$report['errors'][] = $file.': no profile '.$code;
		continue;
	}
	$driver = new ImportCsv($db, $code);
	$driver->separator = ',';
	$driver->enclosure = '"';
	$fields = array_keys($import->array_import_fields[0]);
	$driver->import_open_file($folder.'/'.$file);
	$headers = array_map(function ($cell) {
		return $cell['val'];
	}, $driver->import_read_record());
	// The wizard matches by position.
	$matched = array();
	foreach ($headers as $place => $header) {
		$matched[$place + 1] = $fields[$place] ?? '';
		if (($fields[$place] ?? '') !== $header) {
			$report['errors'][] = $file.': column '.($place + 1).' is '.$header.', the profile has '.($fields[$place] ?? 'none');
		}
	}
	$missing = array_diff(array_keys(array_filter($import->array_import_fields[0], function ($label) {
		return strpos($label, '*') !== false;
	})), $headers);
	foreach ($missing as $field) {
		$report['errors'][] = $file.': the required field '.$field.' is missing';
	}
	$rows = 0;
	while ($record = $driver->import_read_record()) {
		if (!is_array($record) || count($record) === 0) {
			break;
		}
		$driver->import_insert($record, $matched, $import, count($fields), 'facturier', array());
		foreach ($driver->errors as $error) {
			$report['errors'][] = $file.' row '.($rows + 2).': '.$error['lib'];
		}
		$rows++;
	}
	$driver->import_close_file();
	$report['rows'][$file] = $rows;
}

$found = $db->query('SELECT rowid FROM '.MAIN_DB_PREFIX.'facture ORDER BY ref');
while ($row = $db->fetch_object($found)) {
	$invoice = new Facture($db);
	$invoice->fetch($row->rowid);
	$lines = array('ht' => 0, 'tva' => 0, 'ttc' => 0);
	foreach ($invoice->lines as $line) {
		$lines['ht'] += $line->total_ht;
		$lines['tva'] += $line->total_tva;
		$lines['ttc'] += $line->total_ttc;
	}
	$invoice->fetch_thirdparty();
	$report['invoices'][$invoice->ref] = array(
		'type' => (int) $invoice->type,
		'customer' => $invoice->thirdparty->name,
		'totals' => array_map('cents', array($invoice->total_ht, $invoice->total_tva, $invoice->total_ttc)),
		'lines' => array_map('cents', array_values($lines)),
		'paid' => cents($invoice->getSommePaiement()),
		'creditNotes' => cents($invoice->getSumCreditNotesUsed()),
		'deposits' => cents($invoice->getSumDepositsUsed()),
		'remain' => cents($invoice->getRemainToPay()),
		'closed' => (int) $invoice->paye,
	);
}
print json_encode($report)."\n";

function cents($amount)
{
	return (int) round(((float) $amount) * 100);
}

/** Where the module belongs in the folder `htdocs` of Dolibarr. */
export const DOLIBARR_MODULE_PATH = 'htdocs/custom/facturier/core/modules/modFacturier.class.php';

/**
 * A module with the import profiles that Dolibarr lacks: payments, what they pay, and the deposits
 * and credit notes that settle invoices. It adds the column `import_key`, which every import fills.
 */
export const DOLIBARR_MODULE = `<?php
include_once DOL_DOCUMENT_ROOT.'/core/modules/DolibarrModules.class.php';

/** Import profiles for the payments, deposits and credit notes of Facturier. */
class modFacturier extends DolibarrModules
{
	public function __construct($db)
	{
		$this->db = $db;
		$this->numero = 502026;
		$this->rights_class = 'facturier';
		$this->family = 'financial';
		$this->module_position = '90';
		$this->name = 'Facturier';
		$this->description = 'Import profiles for payments, deposits and credit notes of Facturier';
		$this->version = '1.0';
		$this->const_name = 'MAIN_MODULE_FACTURIER';
		$this->picto = 'bill';
		$this->depends = array('modSociete', 'modFacture', 'modImport');
		$this->langfiles = array('bills', 'companies');
		$invoice = array('rule' => 'fetchidfromref', 'classfile' => '/compta/facture/class/facture.class.php', 'class' => 'Facture', 'method' => 'fetch', 'element' => 'facture');
		$party = array('rule' => 'fetchidfromref', 'classfile' => '/societe/class/societe.class.php', 'class' => 'Societe', 'method' => 'fetch', 'element' => 'ThirdParty');
		$payment = array('rule' => 'fetchidfromref', 'classfile' => '/compta/paiement/class/paiement.class.php', 'class' => 'Paiement', 'method' => 'fetch', 'element' => 'payment');
		$this->profile(1, 'Facturier 6: payments', array('p' => 'paiement'), array(
			'p.ref' => 'Ref*', 'p.datec' => 'DateCreation', 'p.datep' => 'Date*', 'p.amount' => 'Amount*', 'p.fk_paiement' => 'PaymentMode*',
		), array(), array('p.fk_user_creat' => 'user->id'));
		$this->profile(2, 'Facturier 7: what was paid', array('pf' => 'paiement_facture'), array(
			'pf.fk_paiement' => 'Payment*', 'pf.fk_facture' => 'Invoice*', 'pf.amount' => 'Amount*',
		), array('pf.fk_paiement' => $payment, 'pf.fk_facture' => $invoice), array());
		$this->profile(3, 'Facturier 8: deposits and credit notes', array('sr' => 'societe_remise_except'), array(
			'sr.fk_soc' => 'ThirdParty*', 'sr.datec' => 'DateCreation*', 'sr.amount_ht' => 'AmountHT*', 'sr.amount_tva' => 'AmountVAT*',
			'sr.amount_ttc' => 'AmountTTC*', 'sr.tva_tx' => 'VATRate*', 'sr.fk_facture' => 'Invoice*', 'sr.fk_facture_source' => 'Source*',
			'sr.description' => 'Description*',
		), array('sr.fk_soc' => $party, 'sr.fk_facture' => $invoice, 'sr.fk_facture_source' => $invoice), array('sr.fk_user' => 'user->id'));
	}

	/** The import writes its run into the column import_key, which these tables lack. */
	public function init($options = '')
	{
		$sql = array();
		foreach (array('paiement', 'paiement_facture', 'societe_remise_except') as $table) {
			$sql[] = array('sql' => 'ALTER TABLE '.MAIN_DB_PREFIX.$table.' ADD COLUMN import_key varchar(14)', 'ignoreerror' => 1);
		}
		return $this->_init($sql, $options);
	}

	private function profile($r, $label, $tables, $fields, $conversions, $hidden)
	{
		$this->import_code[$r] = $this->rights_class.'_'.$r;
		$this->import_label[$r] = $label;
		$this->import_icon[$r] = $this->picto;
		$this->import_entities_array[$r] = array();
		foreach ($tables as $alias => $table) {
			$this->import_tables_array[$r][$alias] = MAIN_DB_PREFIX.$table;
		}
		$this->import_fields_array[$r] = $fields;
		$this->import_fieldshidden_array[$r] = $hidden;
		$this->import_convertvalue_array[$r] = $conversions;
		$this->import_regex_array[$r] = array();
		$this->import_examplevalues_array[$r] = array();
		$this->import_updatekeys_array[$r] = array();
	}
}
`;

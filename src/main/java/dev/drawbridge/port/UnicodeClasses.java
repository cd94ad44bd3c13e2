package dev.drawbridge.port;

import java.util.Locale;
import java.util.Set;

/**
 * The names allowed in {@code \p{…}} of a regular expression.
 *
 * <p>Source: Go, {@code unicode.Categories}, {@code unicode.Scripts} (Unicode 15), {@code unicode.CategoryAliases} and
 * {@code regexp/syntax}, unicodeTable. Go 1.24 (Kubernetes 1.34 and earlier) accepts only exact names; Go 1.25 and
 * later ignore case and separators, but reject the names with an underscore. This class accepts what either accepts,
 * for every release.
 */
final class UnicodeClasses {

    private static final Set<String> CATEGORIES =
            Set.of(("Any Ascii Assigned Lc C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd "
                            + "Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs")
                    .split(" "));

    private static final Set<String> ALIASES =
            Set.of(("Casedletter Closepunctuation Cntrl Combiningmark Connectorpunctuation Control Currencysymbol"
                            + " Dashpunctuation Decimalnumber "
                            + "Digit Enclosingmark Finalpunctuation Format Initialpunctuation Letter Letternumber"
                            + " Lineseparator "
                            + "Lowercaseletter Mark Mathsymbol Modifierletter Modifiersymbol Nonspacingmark Number"
                            + " Openpunctuation Other "
                            + "Otherletter Othernumber Otherpunctuation Othersymbol Paragraphseparator Privateuse"
                            + " Punct Punctuation "
                            + "Separator Spaceseparator Spacingmark Surrogate Symbol Titlecaseletter Unassigned"
                            + " Uppercaseletter")
                    .split(" "));

    private static final Set<String> SCRIPTS =
            Set.of(("Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille"
                            + " Buginese Buhid Carian Chakma "
                            + "Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari"
                            + " Dogra Duployan Elbasan "
                            + "Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul"
                            + " Hanunoo Hatran Hebrew "
                            + "Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki"
                            + " Khudawadi Lao Latin Lepcha "
                            + "Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen"
                            + " Medefaidrin Miao Modi Mongolian "
                            + "Mro Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya"
                            + " Palmyrene Phoenician Rejang "
                            + "Runic Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese"
                            + " Syriac Tagalog Tagbanwa "
                            + "Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic"
                            + " Vai Vithkuqi Wancho Yezidi "
                            + "Yi")
                    .split(" "));

    /** Names that only Go 1.24 and earlier accept. */
    private static final Set<String> EXACT =
            Set.of(("Anatolian_Hieroglyphs Bassa_Vah Canadian_Aboriginal Caucasian_Albanian Cypro_Minoan Dives_Akuru"
                            + " Egyptian_Hieroglyphs "
                            + "Gunjala_Gondi Hanifi_Rohingya Imperial_Aramaic Inscriptional_Pahlavi"
                            + " Inscriptional_Parthian Kayah_Li "
                            + "Khitan_Small_Script Linear_A Linear_B Masaram_Gondi Meetei_Mayek Mende_Kikakui"
                            + " Meroitic_Cursive "
                            + "Meroitic_Hieroglyphs Nag_Mundari New_Tai_Lue Nyiakeng_Puachue_Hmong Ol_Chiki"
                            + " Old_Hungarian Old_Italic "
                            + "Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic"
                            + " Old_Uyghur Pahawh_Hmong "
                            + "Pau_Cin_Hau Phags_Pa Psalter_Pahlavi SignWriting Sora_Sompeng Syloti_Nagri Tai_Le"
                            + " Tai_Tham Tai_Viet "
                            + "Warang_Citi Zanabazar_Square")
                    .split(" "));

    /** The maximum length: longer than every name, with room for ignored characters. */
    private static final int MAX_NAME = 256;

    private UnicodeClasses() {}

    static boolean has(String name) {
        if (name.length() > MAX_NAME) {
            return false;
        }
        String canonical = canonical(name);
        return EXACT.contains(name)
                || CATEGORIES.contains(canonical)
                || SCRIPTS.contains(canonical)
                || ALIASES.contains(canonical);
    }

    /** The name without blanks, hyphens and underscores, with only the first letter in upper case. */
    private static String canonical(String name) {
        String plain = name.replaceAll("[-_ ]", "");
        return plain.isEmpty()
                ? ""
                : plain.substring(0, 1).toUpperCase(Locale.ROOT)
                        + plain.substring(1).toLowerCase(Locale.ROOT);
    }
}

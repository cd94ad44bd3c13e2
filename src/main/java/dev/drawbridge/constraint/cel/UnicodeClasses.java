package dev.drawbridge.constraint.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * The names allowed in {@code \p{…}} of a regular expression: those of re2j, in any spelling, and newer ones.
 *
 * <p>Source: Go, {@code unicode.Categories}, {@code unicode.Scripts} (Unicode 15), {@code unicode.CategoryAliases} and
 * {@code regexp/syntax}, unicodeTable. Go 1.24 (Kubernetes 1.34 and earlier) accepts only exact names; Go 1.25 and
 * later ignore case and separators, but reject the names with an underscore. This class accepts what either accepts,
 * for every release.
 */
final class UnicodeClasses {

    // @formatter:off
    private static final Set<String> NEW = Set.of((
        "Ascii Assigned Lc Cn "
        + "Casedletter Closepunctuation Cntrl Combiningmark Connectorpunctuation Control Currencysymbol Dashpunctuation "
        + "Decimalnumber Digit Enclosingmark Finalpunctuation Format Initialpunctuation Letter Letternumber "
        + "Lineseparator Lowercaseletter Mark Mathsymbol Modifierletter Modifiersymbol Nonspacingmark Number "
        + "Openpunctuation Other Otherletter Othernumber Otherpunctuation Othersymbol Paragraphseparator Privateuse "
        + "Punct Punctuation Separator Spaceseparator Spacingmark Surrogate Symbol Titlecaseletter Unassigned "
        + "Uppercaseletter "
        + "Adlam Ahom Bhaiksuki Chakma Chorasmian Dogra Duployan Elbasan Elymaic Grantha Hatran Kawi Khojki Khudawadi "
        + "Mahajani Makasar Manichaean Marchen Medefaidrin Miao Modi Mro Multani Nabataean Nandinagari Newa Nushu "
        + "Osage Palmyrene Sharada Siddham Sogdian Soyombo Takri Tangsa Tangut Tirhuta Toto Vithkuqi Wancho Yezidi "
        + "Anatolian_Hieroglyphs Bassa_Vah Caucasian_Albanian Cypro_Minoan Dives_Akuru Gunjala_Gondi Hanifi_Rohingya "
        + "Khitan_Small_Script Linear_A Masaram_Gondi Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Nag_Mundari "
        + "Nyiakeng_Puachue_Hmong Old_Hungarian Old_North_Arabian Old_Permic Old_Sogdian Old_Uyghur Pahawh_Hmong "
        + "Pau_Cin_Hau Psalter_Pahlavi SignWriting Sora_Sompeng Warang_Citi Zanabazar_Square").split(" "));
    // @formatter:on

    /** The maximum length: longer than every name, with room for ignored characters. */
    private static final int MAX_NAME = 256;

    private UnicodeClasses() {}

    static boolean has(String name) {
        String plain = name.length() > MAX_NAME ? "" : name.replaceAll("[-_ ]", "");
        String canonical = plain.isEmpty()
                ? ""
                : plain.substring(0, 1).toUpperCase(Locale.ROOT)
                        + plain.substring(1).toLowerCase(Locale.ROOT);
        return NEW.contains(name) || NEW.contains(canonical) || isOld(canonical);
    }

    private static boolean isOld(String name) {
        try {
            return name.chars().allMatch(Character::isLetter)
                    && !Pattern.compile("\\p{" + name + "}").matches("");
        } catch (PatternSyntaxException e) {
            return false;
        }
    }
}

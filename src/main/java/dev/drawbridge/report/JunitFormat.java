package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import java.io.PrintWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** JUnit's XML: a suite, a test case an object or an unreadable file, its errors as a failure. */
final class JunitFormat {

    static void write(Report report, PrintWriter out) {
        List<TestPoint> points = TestPoint.of(report);
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "drawbridge");
            List<Skipped> skipped = report.summary().skipped();
            long wrong =
                    points.stream().filter(point -> !point.errors().isEmpty()).count();
            long broken = points.stream().filter(JunitFormat::isUnreadable).count();
            xml.writeAttribute("tests", Integer.toString(points.size() + skipped.size()));
            xml.writeAttribute("failures", Long.toString(wrong - broken));
            xml.writeAttribute("errors", Long.toString(broken));
            xml.writeAttribute("skipped", Integer.toString(skipped.size()));
            for (TestPoint point : points) {
                testCase(xml, point);
            }
            for (Skipped one : skipped) {
                skipped(xml, one);
            }
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
            out.println();
        } catch (XMLStreamException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean isUnreadable(TestPoint point) {
        return point.errors().stream().anyMatch(error -> error.origin() == Origin.UNREADABLE);
    }

    private static void skipped(XMLStreamWriter xml, Skipped skipped) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", visible(skipped.place()));
        xml.writeAttribute("name", visible(skipped.place()));
        xml.writeEmptyElement("skipped");
        xml.writeAttribute("message", visible(skipped.reason()));
        xml.writeEndElement();
    }

    private static void testCase(XMLStreamWriter xml, TestPoint point) throws XMLStreamException {
        List<Finding> errors = point.errors();
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", point.file());
        xml.writeAttribute("name", visible(point.name()));
        if (!errors.isEmpty()) {
            xml.writeStartElement(isUnreadable(point) ? "error" : "failure");
            xml.writeAttribute("message", visible(errors.get(0).sentence()));
            StringBuilder text = new StringBuilder();
            errors.forEach(error -> text.append(error.file() + ":" + error.lineNumber() + ":" + error.columnNumber()
                    + ": " + error.sentence() + "\n"));
            xml.writeCharacters(visible(text.toString()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Control characters that XML cannot hold are shown as a question mark. */
    private static String visible(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "?");
    }
}

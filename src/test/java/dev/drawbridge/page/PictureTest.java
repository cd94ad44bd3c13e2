package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PictureTest {

    private static final Path FLEET = Path.of("src/docs/pictures/fleet.png");

    private static double difference(byte[] one, byte[] other) throws IOException {
        return Picture.of(one).difference(Picture.of(other));
    }

    /** The picture of the fleet with a rectangle painted over. */
    private static byte[] painted(Color color, int width, int height) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(Files.readAllBytes(FLEET)));
        for (int x = 400; x < 400 + width; x++) {
            for (int y = 200; y < 200 + height; y++) {
                image.setRGB(x, y, color.getRGB());
            }
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        return png.toByteArray();
    }

    @Test
    void samePictureHasNoDifference() throws IOException {
        assertThat(difference(Files.readAllBytes(FLEET), Files.readAllBytes(FLEET)))
                .isZero();
    }

    @Test
    void coveredPartIsTheDifference() throws IOException {
        byte[] fleet = Files.readAllBytes(FLEET);

        assertThat(difference(fleet, painted(Color.MAGENTA, 400, 160))).isBetween(0.06, 0.09);
        assertThat(difference(fleet, painted(Color.MAGENTA, 2, 2))).isZero();
    }

    @Test
    void anotherPageIsDifferent() throws IOException {
        assertThat(difference(Files.readAllBytes(FLEET), Files.readAllBytes(Path.of("src/docs/pictures/ui.png"))))
                .isGreaterThan(0.2);
    }
}
